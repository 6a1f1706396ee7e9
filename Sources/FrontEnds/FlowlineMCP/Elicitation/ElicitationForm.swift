public import Flowline
public import FlowlineHost

/// A question, or the page of a form, as a client asks a person: a message and a flat object that says
/// what is accepted.
///
/// Amounts and other exact numbers, and days, are text that the engine reads as people write it. Secrets
/// and files have no such form.
public struct ElicitationForm: Sendable, Hashable {
  /// The property that goes back instead of answering.
  static let back = "go-back"
  /// The property that closes the place of its own that the question is shown in.
  static let close = "close-it"
  /// The property that leaves a question without an answer that may be left so.
  static let leaveOut = "leave-out"
  /// The property that has an answer taken that was asked back about.
  static let acknowledge = "take-it-all-the-same"

  let prompt: Prompt
  /// The page, if it is one: as it is with the answers there are.
  let form: FormPrompt?
  let fields: [ElicitationField]
  /// Why the answer before was not taken; nil if none was refused.
  let refusal: Refusal?
  private let words: MCPWords

  /// Makes the form of a question; nil if it cannot be asked so.
  ///
  /// - Parameters:
  ///   - prompt: what is asked.
  ///   - form: the page that the question is a field of, with the answers that there are; the prompt's own
  ///     if it is nil.
  ///   - refusal: why the answer before was not taken.
  ///   - environment: the language of what the front end itself says.
  public init?(
    _ prompt: Prompt, form: FormPrompt? = nil, refusal: Refusal? = nil,
    in environment: FlowEnvironment
  ) {
    let form = form ?? prompt.form
    let words = MCPWords(environment)
    if let form {
      fields = form.fields.map { ElicitationField($0, words) }
      guard !form.fields.contains(where: { $0.isSensitive || !$0.kind.canBeAsked }) else {
        return nil
      }
    } else {
      guard !prompt.isSensitive, prompt.kind.canBeAsked else { return nil }
      fields = [ElicitationField(prompt, words)]
    }
    guard !fields.isEmpty else { return nil }
    (self.prompt, self.form, self.refusal, self.words) = (prompt, form, refusal, words)
  }

  /// What is accepted: never without a property.
  public func schema(_ dialect: ElicitationDialect) -> JSONValue {
    var properties: [String: JSONValue] = [:]
    for field in fields { properties[field.name] = field.schema(dialect) }
    for (name, title) in extras {
      properties[name] = ["type": "boolean", "default": false, "title": .string(title)]
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
    ]
  }

  /// The properties besides the questions.
  private var extras: [(name: String, title: String)] {
    var extras: [(name: String, title: String)] = []
    if prompt.isOptional, form == nil { extras.append((Self.leaveOut, words("form.leave-out"))) }
    if prompt.backRefusal == nil { extras.append((Self.back, words("form.back"))) }
    if let place = prompt.place {
      let title = DataText.line(place.title.text).asBeginning
      extras.append((Self.close, words("form.close", .string(title))))
    }
    if refusal?.isWarning == true {
      extras.append((Self.acknowledge, words("form.acknowledge")))
    }
    return extras.filter { extra in !fields.contains { $0.name == extra.name } }
  }

  /// What the person is asked, with why the answer before was not taken.
  public var message: String {
    PromptMessage(prompt, form: form, refusal: refusal, words: words).text
  }

  /// What a client sends back.
  public enum Reading: Sendable, Hashable {
    /// Nothing that says anything: some clients accept so.
    case nothing
    /// A page was read and not continued from.
    case notContinued
    /// Back to the question before.
    case back
    /// The place of its own that the question is shown in is closed.
    case closed
    /// An answer.
    case answer(HostedInput, isAcknowledged: Bool)
  }

  /// Reads the contents of an answer: what is not asked is passed over.
  ///
  /// - Parameters:
  ///   - content: what the client sends.
  ///   - isAskedBack: whether the person was asked back about the same answer.
  /// - Returns: what it says.
  public func read(_ content: JSONValue?, isAskedBack: Bool = false) -> Reading {
    let has = { (name: String) in
      content?[name] == true && extras.contains { $0.name == name }
    }
    if has(Self.back) { return .back }
    if has(Self.close) { return .closed }
    if has(Self.leaveOut) { return .answer(.answer(.text("")), isAcknowledged: false) }
    let given = fields.compactMap { field in
      field.answer(content?[field.name]).map { (field, $0) }
    }
    guard !given.isEmpty else { return .nothing }
    let isAcknowledged =
      isAskedBack && content?[Self.acknowledge] == true
      && !fields.contains { $0.name == Self.acknowledge }
    guard form != nil else {
      if prompt.kind == .review, given[0].1 != .json(true) { return .notContinued }
      return .answer(.answer(given[0].1), isAcknowledged: isAcknowledged)
    }
    var answers: [StepID: Answer] = [:]
    for (field, answer) in given { answers[StepID(field.name)] = answer }
    // An optional field that is emptied has no answer, whatever was in it.
    for field in fields where field.isOptional && Self.isEmptied(content?[field.name]) {
      answers[StepID(field.name)] = .text("")
    }
    // What is left out is what is taken if nothing is typed, or nothing.
    for field in fields where answers[StepID(field.name)] == nil && !field.isRequired {
      answers[StepID(field.name)] = field.standard.flatMap { field.answer($0) } ?? .text("")
    }
    return .answer(.page(answers), isAcknowledged: isAcknowledged)
  }
}

extension ElicitationForm {
  private static func isEmptied(_ value: JSONValue?) -> Bool {
    switch value {
    case .null?, .string("")?: true
    default: false
    }
  }
}

extension PromptKind {
  /// Whether a form of a client may ask for it.
  fileprivate var canBeAsked: Bool {
    switch self {
    case .secret, .file: false
    default: true
    }
  }
}

extension ElicitationField {
  fileprivate init(_ prompt: Prompt, _ words: MCPWords) {
    let isPage = prompt.kind == .review
    self.init(
      name: prompt.id.rawValue, kind: prompt.kind,
      title: isPage ? words("form.continue") : DataText.line(prompt.question.text),
      description: isPage
        ? ""
        : Self.describe(
          [prompt.help, prompt.reason], prompt.kind, prompt.accepts, prompt.example, words),
      isOptional: prompt.isOptional,
      standard: Self.standard(
        prompt.kind, draft: prompt.draft, recorded: prompt.defaultAnswer,
        typed: prompt.defaultText))
  }

  fileprivate init(_ field: FormPrompt.Field, _ words: MCPWords) {
    let said = Self.describe(
      [field.refused?.message, field.help, field.reason], field.kind, field.accepts, field.example,
      words)
    self.init(
      name: field.id.rawValue, kind: field.kind, title: DataText.line(field.question.text),
      description: [PageLines(field.page, words).text, said].filter { !$0.isEmpty }
        .joined(separator: "\n"),
      isOptional: field.isOptional,
      standard: Self.standard(
        field.kind, draft: field.text, recorded: nil, typed: field.defaultText))
  }

  /// More about a question, and what it accepts unless the schema says that in full.
  private static func describe(
    _ texts: [LocalizedText?], _ kind: PromptKind, _ accepts: LocalizedText, _ example: String?,
    _ words: MCPWords
  ) -> String {
    var lines = texts.compactMap { $0?.text }
    if !saysAll(kind) {
      lines.append(accepts.text)
      if let example, !example.isEmpty { lines.append(words("form.example", .string(example))) }
    }
    return lines.map { DataText.line($0) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What is taken if nothing is said, as a value of the schema.
  private static func standard(
    _ kind: PromptKind, draft: String?, recorded: JSONValue?, typed: String?
  ) -> JSONValue? {
    let text = draft ?? typed
    switch kind {
    // A page is continued from, and a yes said, by a person and not by a default of the client's.
    case .review: return nil
    case .confirm:
      if draft == nil, let recorded { return recorded }
      return text.flatMap { YesOrNo($0) }.map { .bool($0.isYes) }
    case .number: return text.flatMap { Int64($0) }.map { .integer($0) } ?? recorded
    case .choice(let choices):
      if draft == nil, let recorded { return recorded }
      return text.flatMap { key(of: $0, in: choices) }.map { .string($0) }
    case .choices:
      if draft == nil { return recorded }
      return nil
    default: return text.flatMap { $0.isEmpty ? nil : .string($0) }
    }
  }

  private static func key(of text: String, in choices: [Choice]) -> String? {
    (choices.first { $0.key == text } ?? choices.first { $0.label.text == text })?.key
  }
}

/// A yes or a no as a person would type it.
private struct YesOrNo {
  let isYes: Bool

  init?(_ text: String) {
    let environment = FlowEnvironment.current
    guard
      case .success(let accepted) = ConfirmScreen("yes").read(.text(text), in: environment)
    else { return nil }
    isYes = accepted.value
  }
}
