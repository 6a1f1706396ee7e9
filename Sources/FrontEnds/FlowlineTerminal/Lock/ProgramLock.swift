import FlowlineLock

/// Keeps a program's screen from other people by a PIN.
///
/// It is asked for when the program begins, when no key was pressed for a while, when the program was
/// stopped and goes on, and when a person says so.
///
/// Confined to the thread that reads lines.
package final class ProgramLock {
  /// What a person asked for.
  enum Wish {
    /// To lock; to choose a PIN first if there is none.
    case lock
    /// To choose another PIN.
    case change
    /// To have no PIN any more.
    case remove
  }

  /// What came of a PIN.
  enum Trial: Equatable {
    case right
    /// It is another one, and so many more may be typed.
    case wrong(left: Int)
    /// It was the last that might be typed.
    case over
    /// Nobody can tell which one is right.
    case unusable(code: Int32?)
  }

  /// After how long without a key it locks, if nothing else was set.
  package static let usualIdleTime = Duration.seconds(600)
  /// How many minutes that may be.
  package static let idleMinutes = 1...1_440

  /// After how long without a key it locks; nil for never.
  package var idleTime: Duration? = ProgramLock.usualIdleTime
  /// Whether the program ends locked: nothing that was on the screen may be shown any more.
  var endsLocked = false
  /// What was asked for and is not done yet.
  var wish: Wish?

  let file: PINFile
  /// Logs out of whatever the program is logged in to; nil if it is logged in to nothing.
  let logOut: (@Sendable () async -> Void)?
  /// The wrong PINs since it was last opened, also where the file cannot be written.
  private var wrong = 0

  /// Makes a lock, which is open until a reader asks for the PIN.
  package init(_ file: PINFile, logOut: (@Sendable () async -> Void)? = nil) {
    self.file = file
    self.logOut = logOut
  }

  /// Whether there is a PIN.
  var isSet: Bool { file.contents != .none }

  /// Tries a PIN.
  func trial(of typed: String) -> Trial {
    switch file.contents {
    // Another program of the same user has removed it meanwhile.
    case .none: return .right
    case .unusable(let code): return .unusable(code: code)
    case .pin(let pin, let before):
      // Counted before it is looked at: who ends the program meanwhile wins nothing.
      // More than there may be is as good as that, whatever number the file has.
      wrong = min(max(wrong, before), HashedPIN.tries) + 1
      try? file.keep(pin, wrong: wrong)
      let left = HashedPIN.tries - wrong
      guard left >= 0, pin.matches(typed) else { return left > 0 ? .wrong(left: left) : .over }
      forgetTrials()
      return .right
    }
  }

  /// Whether so many wrong PINs were typed that the person is to be logged out.
  var isOver: Bool {
    if case .pin(_, let before) = file.contents { before >= HashedPIN.tries } else { false }
  }

  /// Begins to count anew.
  func forgetTrials() {
    wrong = 0
    if case .pin(let pin, let before) = file.contents, before > 0 {
      try? file.keep(pin, wrong: 0)
    }
  }
}
