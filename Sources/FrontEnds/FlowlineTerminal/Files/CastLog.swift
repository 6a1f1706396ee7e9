import Flowline
import Glibc

/// What a walk showed and what was typed, with its times, to be played like a film.
///
/// Lines that were shown, all that a line editor has drawn, or without one the answers as they
/// were typed; a mask, or nothing at all, in the place of every secret; a marker with the step's path at
/// every question. Written as asciicast v3, see <https://docs.asciinema.org/manual/asciicast/v3/>.
/// Nothing is kept of what happens before it is begun. Confined to the thread that walks.
final class CastLog {
  /// How large a terminal is.
  struct Size: Equatable {
    var columns: Int
    var rows: Int
  }

  /// What an event is; the raw value is the format's code for it.
  enum Code: String {
    case output = "o"
    case marker = "m"
    case resize = "r"
  }

  /// Something that happened.
  struct Event: Equatable {
    /// When, in milliseconds since the clock's own beginning.
    let time: Int
    let code: Code
    let data: String
  }

  /// What stands for a secret, however long it is.
  static let mask = "********"

  private(set) var events: [Event] = []
  private let clock: () -> Int
  private let size: () -> Size
  /// Whether it films.
  private(set) var isRolling = false
  private var began = 0
  private var firstSize = Size(columns: 80, rows: 24)
  private var lastSize = Size(columns: 80, rows: 24)
  /// What the film is called.
  private(set) var title = ""

  /// - Parameters:
  ///   - clock: the time in milliseconds.
  ///   - size: how large the terminal is now.
  init(clock: @escaping () -> Int, size: @escaping () -> Size) {
    self.clock = clock
    self.size = size
  }

  /// Films from here on.
  func begin() {
    guard !isRolling else { return }
    isRolling = true
    began = clock()
    firstSize = size()
    lastSize = firstSize
  }

  /// Lines were shown.
  func shown(_ text: String) { add(.output, text.withCarriageReturns + "\r\n") }

  /// A line editor has written this to the terminal.
  func wrote(_ text: String) { add(.output, text) }

  /// A line is asked for by somebody who draws nothing.
  func asked(_ prompt: PromptText, isColored: Bool) {
    add(.output, isColored ? prompt.styledText : prompt.plainText)
  }

  /// A line was typed at such a question; nil if it is hidden.
  func typed(_ text: String?) { add(.output, (text ?? Self.mask) + "\r\n") }

  /// The line was left without an answer.
  func leftLine() { add(.output, "\r\n") }

  /// A question was asked.
  func marked(_ prompt: Prompt) {
    title = prompt.trail.first?.line ?? title
    add(.marker, prompt.path.description)
  }

  private func add(_ code: Code, _ data: String) {
    guard isRolling else { return }
    let now = clock()
    let size = size()
    if size != lastSize {
      lastSize = size
      events.append(Event(time: now, code: .resize, data: "\(size.columns)x\(size.rows)"))
    }
    events.append(Event(time: now, code: code, data: data))
  }

  /// The whole of it, as the format wants it.
  var text: String {
    let head: JSONValue = .object([
      "version": 3,
      "term": .object([
        "cols": .integer(Int64(firstSize.columns)), "rows": .integer(Int64(firstSize.rows)),
      ]),
      "title": .string(title),
    ])
    var lines = [head.text]
    var time = began
    for event in events {
      let code = JSONValue.string(event.code.rawValue).text
      let data = JSONValue.string(event.data).text
      lines.append("[\(Self.seconds(max(0, event.time - time))),\(code),\(data)]")
      time = max(time, event.time)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Exactly, without a binary fraction's error.
  private static func seconds(_ milliseconds: Int) -> String {
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// The rows of the terminal that prompts go to; 24 if there is none.
  static func rows() -> Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }
}

extension Surface {
  /// The same surface; what it shows is filmed.
  func filmed(by cast: CastLog) -> Surface {
    var surface = self
    surface.message = { [message] text in
      cast.shown(text)
      message(text)
    }
    surface.result = { [result] text throws(OutputFailure) in
      cast.shown(text)
      try result(text)
    }
    return surface
  }
}

extension String {
  /// The text as a terminal wants its line ends.
  fileprivate var withCarriageReturns: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\n" { text += "\r" }
      if scalar != "\r" { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}

extension PromptText {
  /// The prompt with its styles, as a terminal shows it.
  fileprivate var styledText: String {
    var text = ""
    for piece in pieces where !piece.text.isEmpty {
      let words = OneLine.text(piece.text)
      text += piece.style.isEmpty ? words : "\u{1B}[\(piece.style)m\(words)\u{1B}[0m"
    }
    return plainText.hasSuffix(" ") && !(pieces.last?.text.hasSuffix(" ") ?? false)
      ? text + " " : text
  }
}
