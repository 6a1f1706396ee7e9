import Flowline
import Glibc

/// Reads from a terminal that is locked at times: then the PIN is asked for before anything else, and the
/// window shows nothing of what was there before.
///
/// A read that was interrupted for the PIN gives ``LineEvent/unlocked(text:)``; the same line is asked for
/// again then.
package final class LockingReader: LineReader {
  private let keyboard: any LineReader
  private let lock: ProgramLock
  private let surface: Surface
  private let screen: () -> LockScreen
  private let wake: @Sendable () -> Void
  private let lastKey: LastKey
  /// Whether the PIN is to be asked for.
  private var isDue = false

  /// Makes a reader in front of a terminal's.
  ///
  /// - Parameters:
  ///   - keyboard: reads from the terminal.
  ///   - lock: the PIN, and when it is asked for.
  ///   - program: what the program is called.
  ///   - surface: what is written to.
  ///   - words: the words, in the language the program speaks now.
  ///   - now: the moment, by a clock that never goes back.
  ///   - wake: makes the terminal's read or wait return; called on other threads.
  package init(
    _ keyboard: any LineReader, _ lock: ProgramLock, of program: String, on surface: Surface,
    words: @escaping () -> Words,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    wake: @escaping @Sendable () -> Void = { Waker().wake() }
  ) {
    self.keyboard = keyboard
    self.lock = lock
    self.surface = surface
    self.wake = wake
    lastKey = LastKey(now)
    screen = {
      LockScreen(
        program: program, lock: lock, keyboard: keyboard, surface: surface, words: words(),
        wake: wake)
    }
    keyboard.watch = TerminalWatch(
      typed: { [lastKey] in lastKey.note() },
      resumed: { [weak self] in self?.noteResuming() ?? false })
  }

  /// Asks for the PIN if there is one, before anything is shown.
  ///
  /// - Returns: what ended that; nil if the program may go on.
  package func open() -> LineEvent? {
    guard lock.isSet else { return nil }
    var screen = screen()
    screen.ownsWindow = false
    if case .over(let event) = screen.end(of: .lock) { return end(event) }
    keyboard.draw([])
    return nil
  }

  /// Whether nothing more is read.
  private var isOver: Bool { lock.endsLocked }

  private var isWanted: Bool { isDue || lock.wish != nil }

  private func noteResuming() -> Bool {
    isDue = isDue || lock.isSet
    return isDue
  }

  /// Clears the window, asks for what there is to ask for, and clears it again.
  ///
  /// - Returns: what ended that; nil if the program may go on.
  private func unlock() -> LineEvent? {
    let wish = lock.wish ?? .lock
    lock.wish = nil
    keyboard.wipe()
    switch screen().end(of: wish) {
    case .over(let event): return end(event)
    case .done(let message):
      isDue = false
      keyboard.wipe()
      if let message { surface.tell(message) }
      return nil
    }
  }

  private func end(_ event: LineEvent) -> LineEvent {
    lock.endsLocked = true
    return event
  }

  // MARK: - Reading

  package func readLine(_ request: LineRequest) -> LineEvent {
    read(request, keyboard.readLine)
  }

  package func readHiddenLine(_ request: LineRequest) -> LineEvent {
    read(request, keyboard.readHiddenLine)
  }

  private func read(_ request: LineRequest, _ type: (LineRequest) -> LineEvent) -> LineEvent {
    if isOver { return .endOfInput }
    if isWanted { return unlock() ?? .unlocked(text: request.initialText) }
    let alarm = lock.isSet ? lock.idleTime.map(alarm) : nil
    defer { alarm?.cancel() }
    let event = type(request)
    if alarm?.hasRung == true { isDue = true }
    guard isDue, case .woken(let text) = event else { return event }
    return unlock() ?? .unlocked(text: text)
  }

  private func alarm(after idleTime: Duration) -> Alarm {
    Alarm(left: { [lastKey] in lastKey.left(of: idleTime) }, wake: wake)
  }

  package func wait(milliseconds: Int?) -> WaitEvent {
    if let event = lockedWait() { return event }
    let event = keyboard.wait(milliseconds: milliseconds)
    return lockedWait() ?? event
  }

  /// What a wait ends with for the lock's sake.
  private func lockedWait() -> WaitEvent? {
    guard !isOver else { return .terminated(signal: SIGHUP) }
    guard isWanted else { return nil }
    switch unlock() {
    case nil: return .woken
    case .terminated(let signal, _)?: return .terminated(signal: signal)
    // As if the terminal had been closed.
    case _?: return .terminated(signal: SIGHUP)
    }
  }

  package var isGone: Bool { isOver || keyboard.isGone }
  package var drawsQuestions: Bool { keyboard.drawsQuestions }
  package func draw(_ rows: [String]) { keyboard.draw(rows) }
  package func leave() { keyboard.leave() }
  package func wipe() { keyboard.wipe() }
  package var isFilmed: Bool { keyboard.isFilmed }
  package var film: ((String) -> Void)? {
    get { keyboard.film }
    set { keyboard.film = newValue }
  }
  package var hasEditor: Bool { keyboard.hasEditor }
  package func edit(_ text: String, extension: String) -> LongTextEvent {
    keyboard.edit(text, extension: `extension`)
  }
}
