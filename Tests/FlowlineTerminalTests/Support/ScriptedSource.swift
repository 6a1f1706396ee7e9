@testable import FlowlineTerminal

/// Gives the events of a test, one a read, and then the end of the input.
final class ScriptedSource: LineReader {
  private var events: [LineEvent]
  private var edits: [LongTextEvent]
  private let pauses: (Int?) -> WaitEvent
  /// What was asked for, in order.
  private(set) var requests: [LineRequest] = []
  /// How many of the requests were for something hidden.
  private(set) var hidden = 0
  /// What stood on the screen at each request: the question, the line, what is said below it, the keys.
  private(set) var screens: [[String]] = []
  /// What was drawn between two requests, each time.
  private(set) var drawn: [[String]] = []
  /// What was to be edited, in order.
  private(set) var edited: [String] = []
  /// How often all was cleared.
  private(set) var wipes = 0
  /// Looks at a request while its question waits.
  var whileAsked: ((LineRequest) -> Void)?
  var watch: TerminalWatch?
  var isGone: Bool
  let drawsQuestions: Bool
  private let columns: Int

  /// Makes a source.
  ///
  /// Each of the events answers one read, hidden ones included; ``LineEvent/menu(_:)`` answers by
  /// the menu. One that `draws` is like a terminal of so many columns that can move its cursor. Each of
  /// the `edits` is what comes of editing a long text; without any there is no editor.
  init(
    _ events: [LineEvent], isGone: Bool = false, draws: Bool = false, columns: Int = 60,
    edits: [LongTextEvent] = [], waiting pauses: @escaping (Int?) -> WaitEvent = { _ in .timedOut }
  ) {
    self.events = events
    self.isGone = isGone
    drawsQuestions = draws
    self.columns = columns
    self.edits = edits
    self.pauses = pauses
  }

  func readLine(_ request: LineRequest) -> LineEvent {
    requests.append(request)
    screens.append(
      (request.above?(columns) ?? []) + [request.prompt.plainText + request.initialText]
        + (request.notice?(columns) ?? []) + (request.footer.map { [$0(columns)] } ?? []))
    whileAsked?(request)
    let event = events.isEmpty ? .endOfInput : events.removeFirst()
    guard case .line(let text) = event, let keys = MenuKey.decode(text) else { return event }
    return request.menu.flatMap { MenuKey.play(keys, in: $0) } ?? .endOfInput
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent {
    hidden += 1
    return readLine(request)
  }

  func wait(milliseconds: Int?) -> WaitEvent { pauses(milliseconds) }

  func draw(_ rows: [String]) { drawn.append(rows) }

  func wipe() { wipes += 1 }

  var hasEditor: Bool { !edits.isEmpty }

  func edit(_ text: String, extension: String) -> LongTextEvent {
    edited.append(text)
    return edits.isEmpty ? .unavailable : edits.removeFirst()
  }
}

/// A key that a person presses in a menu.
enum MenuKey: Equatable {
  case up
  case down
  case mark
  case type(String)

  /// Presses keys and Enter; nothing if a key does nothing.
  static func play(_ keys: [MenuKey], in menu: LineMenu) -> LineEvent? {
    var state = MenuState(menu)
    for key in keys {
      switch key {
      case .up: if !state.move(.up) { return nil }
      case .down: if !state.move(.down) { return nil }
      case .mark: if !state.mark() { return nil }
      case .type(let text): state.type(text)
      }
    }
    return .line(state.answer ?? state.typed)
  }

  fileprivate static func decode(_ text: String) -> [MenuKey]? {
    guard text.hasPrefix(start) else { return nil }
    return text.dropFirst(start.count).split(separator: "\u{1F}").map { word in
      switch word {
      case "up": .up
      case "down": .down
      case "mark": .mark
      default: .type(String(word.dropFirst(5)))
      }
    }
  }

  fileprivate static func encode(_ keys: [MenuKey]) -> String {
    let words = keys.map { key in
      switch key {
      case .up: "up"
      case .down: "down"
      case .mark: "mark"
      case .type(let text): "type \(text)"
      }
    }
    return start + words.joined(separator: "\u{1F}")
  }

  private static let start = "\u{1E}menu"
}

extension LineEvent {
  /// An answer by the menu of the request: these keys, and Enter.
  ///
  /// Without a menu, or where a key does nothing, it is the end of the input.
  static func menu(_ keys: MenuKey...) -> LineEvent { .line(MenuKey.encode(keys)) }
}

/// Gives what a test thinks of when it is asked, by the number of the question.
final class ThinkingSource: LineReader {
  var next: (Int) -> LineEvent = { _ in .endOfInput }
  /// What was offered for editing, a read each.
  private(set) var offered: [String] = []
  private var round = 0

  var isGone: Bool { true }

  func readLine(_ request: LineRequest) -> LineEvent {
    defer { round += 1 }
    offered.append(request.initialText)
    return next(round)
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent { readLine(request) }

  func wait(milliseconds: Int?) -> WaitEvent { .timedOut }
}

extension LineEvent: ExpressibleByStringLiteral {
  /// A line that was typed, without its end.
  public init(stringLiteral value: String) { self = .line(value) }
}

/// Gives lines, and looks at what stands behind each line, and below it, while texts are typed.
final class LookingSource: LineReader {
  private var lines: [String]
  private let typing: [String]
  private(set) var ghosts: [LineGhost?] = []

  var isGone: Bool { true }
  var drawsQuestions: Bool { true }

  init(_ lines: [String], typing: [String]) {
    self.lines = lines
    self.typing = typing
  }

  func readLine(_ request: LineRequest) -> LineEvent {
    for text in typing {
      ghosts.append(request.ghost?(text))
    }
    return lines.isEmpty ? .endOfInput : .line(lines.removeFirst())
  }

  func readHiddenLine(_ request: LineRequest) -> LineEvent { readLine(request) }

  func wait(milliseconds: Int?) -> WaitEvent { .timedOut }
}
