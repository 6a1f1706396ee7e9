/// How far the loading of a data set has come.
public enum Loadable<Value: Codable & Sendable & Equatable, Failure: DataSetFailure>: Sendable,
  Equatable
{
  /// Nobody has asked for it yet.
  case notRequested

  /// The service is being asked; `earlier` is what may be shown meanwhile.
  case loading(earlier: Snapshot<Value, Failure>?)

  /// This is what the service answered last.
  case loaded(Snapshot<Value, Failure>)

  /// The service gave no answer; `earlier` is what may be shown instead.
  case failed(Failure, earlier: Snapshot<Value, Failure>?)

  /// What can be shown in this state.
  public var snapshot: Snapshot<Value, Failure>? {
    switch self {
    case .notRequested: nil
    case .loading(let earlier), .failed(_, let earlier): earlier
    case .loaded(let snapshot): snapshot
    }
  }
}
