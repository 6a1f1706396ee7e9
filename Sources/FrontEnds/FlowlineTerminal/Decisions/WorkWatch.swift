/// Decides when something is shown of work that is waited for.
///
/// A value without a clock: it is told the time.
struct WorkWatch {
  /// How work is shown.
  enum Style: Equatable {
    /// Not at all, unless something keeps it or it takes long: then by sentences, now and then.
    case remarked
    /// By a line that is drawn over and over.
    case drawn
    /// By sentences, now and then.
    case told
  }

  /// What is to be shown.
  enum Update: Equatable {
    case nothing
    case line
    case sentence
  }

  /// How long work may take before anything is drawn of it, in milliseconds.
  static let patience = 150
  /// How often it is drawn anew.
  static let step = 100
  /// How long work may take before a sentence says so, in milliseconds.
  static let quiet = 1000
  /// The same for work that says what it is waiting for, in milliseconds.
  static let kept = 500
  /// The shortest time between two such sentences, and the longest in which nothing is said of work that is
  /// not shown, in milliseconds.
  static let silence = 10_000

  let style: Style
  private var work: String?
  private var began = 0
  private var told: (time: Int, quarter: Int)?

  init(_ style: Style) {
    self.style = style
  }

  /// Looks at the work under way.
  ///
  /// - Parameters:
  ///   - work: what is under way.
  ///   - now: the milliseconds of any clock.
  /// - Returns: what is to be shown of it.
  mutating func look(at work: Work, now: Int) -> Update {
    if self.work != work.id { (self.work, began, told) = (work.id, now, nil) }
    switch style {
    case .remarked:
      // A program that waits for ever and says nothing of it looks broken.
      guard work.remark != nil || now - began >= Self.silence else { return .nothing }
      return isWorthTelling(work, now) ? .sentence : .nothing
    case .drawn: return now - began >= Self.patience ? .line : .nothing
    case .told: return isWorthTelling(work, now) ? .sentence : .nothing
    }
  }

  private mutating func isWorthTelling(_ work: Work, _ now: Int) -> Bool {
    let quarter = (work.share?.percentage ?? 0) / 25
    guard now - began >= (work.remark == nil ? Self.quiet : Self.kept) else { return false }
    if let told, now - told.time < Self.silence, quarter <= told.quarter { return false }
    told = (now, quarter)
    return true
  }

  /// How long the work has been waited for, in milliseconds.
  func elapsed(_ now: Int) -> Int { now - began }

  /// How long to wait before looking again, in milliseconds.
  func pause(_ now: Int) -> Int {
    switch style {
    case .drawn: now - began < Self.patience ? Self.patience - (now - began) : Self.step
    case .remarked, .told: now - began < Self.kept ? Self.kept - (now - began) : Self.quiet / 4
    }
  }
}
