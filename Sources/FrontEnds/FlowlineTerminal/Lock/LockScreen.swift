import Flowline
import FlowlineLock
import Synchronization

/// Asks for the PIN, or for a new one.
struct LockScreen {
  /// What came of it.
  enum End {
    /// It was done, with something to say about it.
    case done(message: String?)
    /// Nothing more is read: the terminal was closed, a signal came, or too many PINs were wrong.
    case over(LineEvent)
  }

  /// What the program is called.
  let program: String
  let lock: ProgramLock
  let keyboard: any LineReader
  let surface: Surface
  let words: Words
  let wake: @Sendable () -> Void
  /// Whether the window is this screen's alone, and what was there may go.
  var ownsWindow = true

  /// Does what is wished; where nothing more is read, what comes next begins on a line of its own.
  func end(of wish: ProgramLock.Wish) -> End {
    let end = outcome(of: wish)
    if case .over = end { keyboard.leave() }
    return end
  }

  private func outcome(of wish: ProgramLock.Wish) -> End {
    if lock.isSet {
      if let event = open() { return .over(event) }
      if wish == .lock { return .done(message: nil) }
    }
    switch wish {
    case .remove: return .done(message: remove())
    case .change: return choose()
    case .lock:
      let end = choose()
      guard case .done = end, lock.isSet else { return end }
      return open().map { .over($0) } ?? end
    }
  }

  // MARK: - Opening

  /// Asks until the PIN is right.
  ///
  /// - Returns: what ended it before; nil if it is open.
  private func open() -> LineEvent? {
    var notice: String?
    if lock.isOver { return end() }
    while true {
      switch ask("lock.pin", "lock.locked", notice) {
      case .line(let pin):
        switch lock.trial(of: pin) {
        case .right: return nil
        case .wrong(let left): notice = words("lock.wrong", .integer(left))
        case .over: return end()
        case .unusable(let code):
          let reason = code.map { words.reason(of: $0) } ?? lock.file.path
          notice = words("lock.unusable", .string(reason), .string(lock.file.path))
        }
      case .endOfInput: return .endOfInput
      case .terminated(let signal, let text): return .terminated(signal: signal, text: text)
      // The terminal may have been somebody else's meanwhile.
      case .woken: if ownsWindow { keyboard.wipe() }
      case .interrupted, .back, .pasted, .unlocked, .invalidInput, .tooLong: notice = nil
      }
    }
  }

  /// Logs out, says so, and ends the input.
  private func end() -> LineEvent {
    keyboard.draw([])
    var event = LineEvent.endOfInput
    if let logOut = lock.logOut {
      let work = LoggingOut(logOut, wake)
      while !work.isDone {
        if case .terminated(let signal) = keyboard.wait() {
          event = .terminated(signal: signal, text: "")
        }
      }
    }
    lock.forgetTrials()
    let said = words(
      lock.logOut == nil ? "lock.over" : "lock.logged-out", .string("\(HashedPIN.tries)"))
    surface.tell("\(said) \(words("lock.forgotten", .string(lock.file.path)))")
    return event
  }

  // MARK: - Choosing

  /// Asks for a new PIN twice, and keeps it.
  private func choose() -> End {
    var notice: String?
    while true {
      guard let first = line("lock.new", "lock.choose", &notice) else { continue }
      switch first {
      case .failure(let end): return end.end(words("lock.kept-as-it-was"))
      case .success(let pin) where !HashedPIN.length.contains(pin.count):
        notice = words(
          "lock.length", .string("\(HashedPIN.length.lowerBound)"),
          .string("\(HashedPIN.length.upperBound)"))
      case .success(let pin) where !HashedPIN.canBeHashed(pin): notice = words("lock.characters")
      case .success(let pin):
        notice = nil
        guard let second = line("lock.again", "lock.choose", &notice) else { continue }
        switch second {
        case .failure(let end): return end.end(words("lock.kept-as-it-was"))
        case .success(pin): return .done(message: keep(pin))
        case .success: notice = words("secret.differ")
        }
      }
    }
  }

  /// Why no line was typed.
  private enum Left: Error {
    case byPerson
    case over(LineEvent)

    func end(_ message: String) -> End {
      switch self {
      case .byPerson: .done(message: message)
      case .over(let event): .over(event)
      }
    }
  }

  /// A line; nil to ask once more.
  private func line(
    _ input: String, _ title: String, _ notice: inout String?
  ) -> Result<String, Left>? {
    switch ask(input, title, notice) {
    case .line(let text): return .success(text)
    case .interrupted, .back: return .failure(.byPerson)
    case .endOfInput: return .failure(keyboard.isGone ? .over(.endOfInput) : .byPerson)
    case .terminated(let signal, let text):
      return .failure(.over(.terminated(signal: signal, text: text)))
    case .pasted, .woken, .unlocked, .invalidInput, .tooLong: return nil
    }
  }

  private func keep(_ typed: String) -> String {
    guard let pin = HashedPIN(of: typed) else { return words("lock.no-method") }
    do throws(NamedFile.Failure) {
      try lock.file.keep(pin, wrong: 0)
      return words("lock.set")
    } catch {
      return words("lock.not-kept", .string(words.description(of: error)))
    }
  }

  private func remove() -> String {
    do throws(NamedFile.Failure) {
      try lock.file.remove()
      return words("lock.removed")
    } catch {
      return words("lock.not-kept", .string(words.description(of: error)))
    }
  }

  // MARK: - Asking

  /// Asks for a hidden line below a title.
  private func ask(_ input: String, _ title: String, _ notice: String?) -> LineEvent {
    let look = surface.look
    var request = LineRequest(prompt: PromptText(words(input) + " ", style: look.style(.trail)))
    request.isPlain = look.isPlain
    let lines = { (columns: Int) in
      look.lines(words(title, .string(program)), .question, columns: columns)
        + look.lines(words("\(title).help"), .dim, columns: columns)
    }
    let said = { (columns: Int) in
      notice.map { PromptRenderer(look: look, words: words, columns: columns).error($0) } ?? []
    }
    if look.isPlain || !keyboard.drawsQuestions {
      surface.show(lines(surface.columns()) + said(surface.columns()))
    } else {
      request.above = lines
      request.notice = said
    }
    return keyboard.readHiddenLine(request)
  }
}

/// A log-out that is waited for by the thread that reads.
private final class LoggingOut: Sendable {
  private let hasEnded = Atomic<Bool>(false)

  init(_ body: @escaping @Sendable () async -> Void, _ wake: @escaping @Sendable () -> Void) {
    Task.detached { [self] in
      await body()
      hasEnded.store(true, ordering: .sequentiallyConsistent)
      wake()
    }
  }

  var isDone: Bool { hasEnded.load(ordering: .sequentiallyConsistent) }
}
