public import Bank

/// How far a data set has come, for whoever shows it.
public enum Loadable<Value: Codable & Sendable & Equatable>: Sendable, Equatable {
  /// Nobody has asked for it yet.
  case nothing

  /// The bank is being asked; `earlier` is what may be shown meanwhile.
  case loading(earlier: Known<Value>?)

  /// This is what the bank said last.
  case loaded(Known<Value>)

  /// The bank gave no answer; `earlier` is what may be shown in its place.
  case failed(BankError, earlier: Known<Value>?)

  /// What can be shown in this state.
  public var known: Known<Value>? {
    switch self {
    case .nothing: nil
    case .loading(let earlier), .failed(_, let earlier): earlier
    case .loaded(let known): known
    }
  }
}
