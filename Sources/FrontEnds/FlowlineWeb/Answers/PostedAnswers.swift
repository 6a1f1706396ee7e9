import Flowline

/// What was posted for the question that a page asks, read for the engine.
struct PostedAnswers: Hashable {
  /// The answers: that of a single question under an empty id, those of a form's fields by their ids.
  let answers: [StepID: Answer]
  /// Why some are not sent on, by the same ids: what only a page can get wrong.
  let refusals: [StepID: Refusal]
  /// Whether what was warned of is to be taken.
  let isAcknowledged: Bool

  /// The id of a single question.
  static let single: StepID = ""

  /// Reads what was posted.
  ///
  /// - Parameters:
  ///   - body: what was posted.
  ///   - prompt: the question that is asked.
  ///   - form: the page of a form as it is with what was chosen; that of the prompt by itself.
  ///   - kept: files of this post that are kept by now, by the names of their fields.
  ///   - environment: the world in which it is asked.
  init(
    _ body: PostedBody, to prompt: Prompt, form: FormPrompt? = nil, kept: [String: KeptFile] = [:],
    in environment: FlowEnvironment
  ) {
    let reader = AnswerReader(body: body, kept: kept)
    var refusals: [StepID: Refusal] = [:]
    func look(_ kind: PromptKind, _ name: String, _ id: StepID, isSensitive: Bool) {
      switch kind {
      case .date: refusals[id] = DayFields(body, name).refusal
      case .file(_, let size) where body.hasLost(name) && kept[name] == nil:
        refusals[id] = .lostFile(ofBytes: body.lostSize(name), allowed: size)
      default: break
      }
      if body.readOnlyHere.contains(name) {
        refusals[id] = .otherLanguage(isSensitive ? nil : body[name], kind, in: environment)
      }
    }
    let answers: [StepID: Answer]
    if let form = form ?? prompt.formPage {
      answers = reader.answers(to: form)
      for field in form.fields {
        look(
          field.kind, FieldName.field(field.id.rawValue), field.id, isSensitive: field.isSensitive)
      }
    } else {
      answers = [
        Self.single: reader.answer(
          to: prompt.kind, named: FieldName.answer, isOptional: prompt.isOptional,
          hasDefault: prompt.defaultText != nil)
      ]
      look(prompt.kind, FieldName.answer, Self.single, isSensitive: prompt.isSensitive)
    }
    self.answers = answers
    self.refusals = refusals
    let warned = body[FieldName.warned]
    let isMeant = body[FieldName.action] == PageAction.acknowledge.rawValue
    let isSame = warned.map { $0 == Self.fingerprint(of: answers, to: prompt) } ?? true
    isAcknowledged = isMeant && isSame
  }

  /// The reasons that a page gives though it was not sent as an answer: files that are to be chosen again, and
  /// what means something else in the language that was chosen.
  var lasting: [StepID: Refusal] {
    let codes: Set<Refusal.Code> = [.lostFile, .fileTooBig, .filesTooBig, .otherLanguage]
    return refusals.filter { codes.contains($0.value.code) }
  }

  /// The answer of a single question; nil for a form.
  var single: Answer? { answers[Self.single] }

  /// What of the answers tells whether they are those that were warned of; sensitive ones are not in it.
  static func fingerprint(of answers: [StepID: Answer], to prompt: Prompt) -> String {
    var members: [String: JSONValue] = [:]
    for (id, answer) in answers where !isSensitive(id, in: prompt) {
      switch answer {
      case .text(let text): members[id.rawValue] = .array([.string(text)])
      case .json(let json): members[id.rawValue] = json
      }
    }
    return FileDigest(of: Array(JSONValue.object(members).text.utf8)).description
  }

  private static func isSensitive(_ id: StepID, in prompt: Prompt) -> Bool {
    guard id != single else { return prompt.isSensitive }
    // A field that appeared since is not known here, and counts.
    return prompt.formPage?.fields.first { $0.id == id }?.isSensitive ?? false
  }
}

extension Prompt {
  /// The page of a form; nil for a single question, and for one about what is held.
  var formPage: FormPrompt? { hold == nil ? form : nil }

  /// Whether an answer to it may bring a secret, by which a person may log in.
  var asksSecret: Bool { isSensitive || formPage?.fields.contains(where: \.isSensitive) ?? false }
}

extension DayFields {
  /// Why the day is not read: it is typed twice, or parts of it are missing.
  fileprivate var refusal: Refusal? {
    if isTypedTwice { return Refusal(.typedTwice, WebWords.catalog("refusal.day.twice")) }
    let missing = missing
    guard let first = missing.first else { return nil }
    let key = missing.count == 1 ? "refusal.day.\(first.rawValue)" : "refusal.day.parts"
    return Refusal(.missingPart, WebWords.catalog(key))
  }
}

extension Refusal {
  /// A file that was chosen did not arrive, or was too large to be kept: a question that may be left out is not
  /// answered with nothing.
  ///
  /// - Parameters:
  ///   - size: how many bytes the file has, if it was too large by itself or beside others; nil if it was
  ///     not.
  ///   - allowed: how many the question allows.
  fileprivate static func lostFile(ofBytes size: Int?, allowed: ClosedRange<Int>) -> Refusal {
    guard let size else { return Refusal(.lostFile, WebWords.catalog("refusal.file.again")) }
    let limits = BodyLimits()
    let most = limits.most(of: allowed)
    guard size <= most else { return .fileTooBig(size, most: most) }
    return Refusal(
      .filesTooBig, WebWords.catalog("refusal.files.together", .bytes(limits.allFileBytes)))
  }
}

extension Refusal.Code {
  /// A file that was chosen is lost.
  static let lostFile: Self = "lost-file"
  /// The files of a page are too large together.
  static let filesTooBig: Self = "files-too-big"
  /// A day is typed in its line and, in other words, in its three fields.
  static let typedTwice: Self = "typed-twice"
  /// Of the three fields of a day not all are filled in.
  static let missingPart: Self = "missing-part"
}
