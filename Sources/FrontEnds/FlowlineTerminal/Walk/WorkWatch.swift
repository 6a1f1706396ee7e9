/// Decides when something is shown of work that is waited for.
///
/// A value without a clock: it is told the time.
struct WorkWatch {
  /// How work is shown.
  enum Manner: Equatable {
    /// Not at all.
    case silent
    /// By a line that is drawn over and over.
    case drawn
    /// By sentences, now and then.
    case told
  }

  /// What is to be shown.
  enum Sight: Equatable {
    case nothing
    case line
    case sentence
  }

  /// How long work may take before anything is drawn of it, in milliseconds.
  static let patience = 150
  /// How often it is drawn anew.
  static let step = 100
  /// How long work may take before it is told of.
  static let quiet = 1000
  /// How long it may then go on without a word.
  static let silence = 10_000

  let manner: Manner
  private var work: String?
  private var began = 0
  private var told: (time: Int, quarter: Int)?

  init(_ manner: Manner) {
    self.manner = manner
  }

  /// Looks at the work under way.
  ///
  /// - Parameters:
  ///   - work: what is under way.
  ///   - now: the milliseconds of any clock.
  /// - Returns: what is to be shown of it.
  mutating func look(at work: Work, now: Int) -> Sight {
    if self.work != work.id { (self.work, began, told) = (work.id, now, nil) }
    switch manner {
    case .silent: return .nothing
    case .drawn: return now - began >= Self.patience ? .line : .nothing
    case .told: return isWorthTelling(work, now) ? .sentence : .nothing
    }
  }

  private mutating func isWorthTelling(_ work: Work, _ now: Int) -> Bool {
    let quarter = (work.share?.percentage ?? 0) / 25
    guard now - began >= Self.quiet else { return false }
    if let told, now - told.time < Self.silence, quarter <= told.quarter { return false }
    told = (now, quarter)
    return true
  }

  /// How long the work has been waited for, in milliseconds.
  func elapsed(_ now: Int) -> Int { now - began }

  /// How long to wait before looking again, in milliseconds; for ever where nothing is shown.
  func pause(_ now: Int) -> Int? {
    switch manner {
    case .silent: nil
    case .drawn: now - began < Self.patience ? Self.patience - (now - began) : Self.step
    case .told: now - began < Self.quiet ? Self.quiet - (now - began) : Self.quiet / 4
    }
  }
}
