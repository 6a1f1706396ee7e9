package import Flowline

/// Asks a person whether a session is to be removed that has something to lose.
package struct ForgettingQuestion {
  /// What came of asking.
  package enum Reply: Equatable, Sendable {
    /// The session is to be removed.
    case forget
    /// The session is to stay.
    case keep
    /// The terminal was closed: the session stays.
    case gone
    /// A signal asked the process to end: the session stays.
    case signalled(Int32)
  }

  private let surface: Surface
  private let source: any LineReader
  private let list: SessionList

  private var words: Words { list.words }

  /// Makes a question.
  ///
  /// - Parameters:
  ///   - surface: where it is shown.
  ///   - source: what the answer is read from.
  ///   - list: draws sessions.
  package init(on surface: Surface, from source: any LineReader, list: SessionList) {
    self.surface = surface
    self.source = source
    self.list = list
  }

  /// Says what would be removed, and asks until a yes, a no or nothing is typed; nothing is a no.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - id: the shortest form of its id.
  package func ask(about session: StoredSession, named id: String) -> Reply {
    let renderer = PromptRenderer(
      look: surface.look, words: words, columns: surface.columns())
    let contents = words(
      "session.forget", .string(id), .string(list.nameWithAnswers(of: session)),
      .string(list.state(of: session)))
    surface.show(contents.wrapped(to: surface.columns()))
    var request = LineRequest(prompt: PromptText(words("session.forget.input") + " "))
    request.isPlain = surface.look.isPlain
    request.ghostStyle = surface.look.style(.dim)
    request.hint = renderer.yesOrNo(standard: .bool(false))
    while true {
      switch source.readLine(request) {
      case .line(let line) where line.trimmingSpaces.isEmpty: return .keep
      case .line(let line):
        if let isYes = words.yesOrNo(line) { return isYes ? .forget : .keep }
        surface.show(renderer.note(words("confirm.neither")))
      case .interrupted, .back: return .keep
      case .endOfInput: return source.isGone ? .gone : .keep
      case .terminated(let signal, _): return .signalled(signal)
      case .pasted, .woken, .unlocked, .invalidInput, .tooLong: continue
      }
    }
  }

  /// The words for a session that stays.
  package func kept(named id: String) -> String { words("session.not-forgotten", .string(id)) }
}
