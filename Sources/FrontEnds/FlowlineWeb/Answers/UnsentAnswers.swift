import Days
import Flowline
import FlowlineHost
import Money

/// What was typed on a page whose question is not asked any more: it is shown to be copied.
///
/// Sensitive answers are not in it, and neither is what was only chosen.
struct UnsentAnswers: Sendable, Hashable {
  /// What was typed in one field.
  struct Line: Sendable, Hashable {
    /// The name of the field, see ``FieldName``.
    let name: String
    /// What was asked, in the words of the page.
    let question: String
    let text: String
  }

  private(set) var lines: [Line] = []
  /// Whether files were chosen, which no page can fill in.
  private(set) var hasFiles = false

  var isEmpty: Bool { lines.isEmpty && !hasFiles }

  init() {}

  /// Reads what was posted, each field once; fields that the page does not call typed are left out.
  init(_ body: PostedBody) {
    let body = body.withoutSecrets
    let values = Dictionary(body.fields.map { ($0.name, $0.value) }) { $1 }
    var names: Set<String> = []
    lines = body.fields.compactMap { field in
      guard let name = FieldName.typed(by: field.name), names.insert(name).inserted else {
        return nil
      }
      // Of a day it is what is in its line and in the three fields beside it.
      let text = DayFields(name) { values[$0] }.allText
      return text.isEmpty ? nil : Line(name: name, question: field.value, text: text)
    }
    hasFiles =
      body.hasLostFiles || body.fields.contains { $0.name.hasSuffix(FieldName.kept("")) }
  }

  /// Adds what was typed on pages before, which is shown first.
  mutating func add(_ earlier: UnsentAnswers) {
    lines = earlier.lines + lines
    hasFiles = hasFiles || earlier.hasFiles
  }

  /// Fields that a form sends along, so that the page that comes back shows the same to be copied; none if
  /// they left too little room for an answer.
  var fields: [PostedBody.Field] {
    var fields: [PostedBody.Field] = []
    for (index, line) in lines.enumerated() {
      let name = FieldName.unsent(index)
      fields.append(PostedBody.Field(name: name, value: line.text))
      fields.append(PostedBody.Field(name: FieldName.question(name), value: line.question))
    }
    if hasFiles {
      fields.append(PostedBody.Field(name: FieldName.lost, value: FieldName.unsentFiles))
    }
    let bytes = fields.reduce(0) { $0 + $1.value.utf8.count }
    return fields.count <= 200 && bytes <= 200_000 ? fields : []
  }

  /// Leaves out what the session has as an answer to the same question: it was sent twice.
  ///
  /// - Parameters:
  ///   - answers: what the session was answered.
  ///   - page: the page that was posted, see `Prompt.pageID`.
  ///   - environment: how numbers, amounts and days are read.
  mutating func remove(
    recordedIn answers: [HostedAnswer], from page: String?, in environment: FlowEnvironment
  ) {
    lines.removeAll { line in
      let folded = Self.folded(line.text)
      return answers.contains { earlier in
        let isSame =
          line.name == FieldName.answer
          ? earlier.prompt.pageID == page
          : line.name == FieldName.field(earlier.prompt.id.rawValue)
        guard isSame else { return false }
        let value = earlier.answer.value
        if let screen = earlier.prompt.kind.reader {
          return screen.recorded(line.text, in: environment) == value
        }
        return folded == Self.folded(value.string ?? value.text)
      }
    }
  }

  /// Leaves out what is in the fields of a question that is asked again.
  mutating func remove(shownIn question: AskedQuestion) {
    let names: [String]
    if let form = question.form {
      names = form.fields.filter { $0.kind.isTyped && !$0.isSensitive }
        .map { FieldName.field($0.id.rawValue) }
    } else {
      let isShown = question.prompt.kind.isTyped && !question.prompt.isSensitive
      names = isShown ? [FieldName.answer] : []
    }
    lines.removeAll { names.contains($0.name) }
    // Its own fields say which files are to be chosen again.
    if question.hasFile { hasFiles = false }
  }

  /// Leaves out what is in the fields of a question as well, word for word.
  mutating func remove(sameAs question: AskedQuestion) {
    lines.removeAll { line in
      let shown = DayFields(line.name) { question.shown.value($0) }.allText
      return shown.inTextArea == line.text.inTextArea
    }
    // Its own fields say which files there are.
    if question.hasFile { hasFiles = false }
  }

  /// A text without what makes no difference to most questions: case, spaces and punctuation.
  private static func folded(_ text: String) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

extension PostedBody {
  /// What the page showed to be copied, from pages before it: see ``UnsentAnswers/fields``.
  var unsentBefore: PostedBody { filtered(\.isUnsentBefore) }

  /// What was filled in on the page itself.
  var withoutUnsentBefore: PostedBody {
    var body = filtered { !$0.isUnsentBefore }
    body.files = files
    return body
  }

  private func filtered(_ isKept: (Field) -> Bool) -> PostedBody {
    var body = PostedBody()
    body.fields = fields.filter(isKept)
    return body
  }

  /// Whether it was posted from a page that asked the same at the same place, so that what was typed
  /// there can be typed here.
  func isFrom(_ prompt: Prompt) -> Bool {
    self[FieldName.step] == prompt.pageID && !prompt.isDecision
  }
}

extension PostedBody.Field {
  fileprivate var isUnsentBefore: Bool {
    FieldName.isUnsent(name) || name == FieldName.lost && FieldName.isUnsent(value)
  }
}

extension Prompt {
  /// Names the page that a question is asked on: of a form all fields have the same one.
  var pageID: String {
    guard let form = formPage else { return accessibilityID }
    return (path.ids.dropLast().map(\.rawValue) + [form.id.rawValue]).joined(separator: "/")
  }

  /// Whether the answer is about what the page shows, so that it counts for no page that shows something
  /// else.
  fileprivate var isDecision: Bool {
    guard hold == nil, !isMenu else { return true }
    guard form == nil else { return false }
    switch kind {
    case .confirm, .review: return true
    case .choice: return !page.isEmpty
    default: return false
    }
  }
}

extension PromptKind {
  /// Whether it is answered by typing words that may be shown.
  var isTyped: Bool {
    switch self {
    case .text, .longText, .number, .decimal, .amount, .date, .path, .custom: true
    case .choice, .choices, .confirm, .review, .file, .secret: false
    }
  }

  /// The screen that reads what is typed, if something else than the text is recorded; nil if it is not.
  var reader: (any Screen)? {
    switch self {
    case .number(let range): return NumberScreen("answer", "", in: range)
    case .decimal(let digits, _, _):
      return DecimalScreen("answer", "", fractionDigits: digits)
    case .amount(let code, _, let range):
      guard let currency = Currency(code: code) else { return nil }
      return AmountScreen("answer", "", in: currency, minorUnits: range)
    case .date(let first, let last, let leaning):
      return DateScreen(
        "answer", "", from: first.flatMap { Day($0) }, to: last.flatMap { Day($0) },
        leaning: leaning)
    default: return nil
    }
  }
}

extension Screen {
  /// What a typed text is recorded as; nil if it is refused, or longer than any number, amount or day.
  func recorded(_ text: String, in environment: FlowEnvironment) -> JSONValue? {
    guard text.utf8.count <= 200 else { return nil }
    return try? read(.text(text), in: environment).get().recorded
  }
}
