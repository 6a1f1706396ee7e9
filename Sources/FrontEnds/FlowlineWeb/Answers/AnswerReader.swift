import Flowline

/// Reads what was posted for a question as the engine takes it.
struct AnswerReader {
  /// What was posted.
  let body: PostedBody
  /// Files of this post that are kept by now, by the fields they were chosen in.
  var kept: [String: KeptFile] = [:]

  /// The answer that fields with this name have.
  ///
  /// Words are handed on as they were typed, choices by their keys, a file as what is kept of it.
  ///
  /// - Parameters:
  ///   - kind: what is asked.
  ///   - name: the name of the field.
  ///   - isOptional: whether the question may be left without an answer.
  ///   - hasDefault: whether the page has an answer in its field from the beginning.
  /// - Returns: the answer; the empty text if nothing was posted.
  func answer(
    to kind: PromptKind, named name: String, isOptional: Bool = false, hasDefault: Bool = false
  ) -> Answer {
    let answer = read(kind, name, isOptional: isOptional)
    // Typed at a prompt nothing means the default. On a page the default was in the field, and was deleted.
    // So it is if one was chosen, and is not any more: a browser sends nothing then.
    if hasDefault, body[FieldName.step] != nil, body[name] != nil || kind.isOneOfSeveral,
      case .text(let text) = answer, text.allSatisfy(\.isWhitespace)
    {
      return .json(.string(text))
    }
    return answer
  }

  private func read(_ kind: PromptKind, _ name: String, isOptional: Bool) -> Answer {
    switch kind {
    case .choice: choice(name)
    case .choices: choices(name, isOptional: isOptional)
    case .confirm: confirmation(name)
    case .review: .json(true)
    case .file: file(name)
    case .date: .text(DayFields(body, name).text)
    // A browser ends the lines of a text with two characters.
    case .longText: .text((body[name] ?? "").replacing("\r\n", with: "\n"))
    case .text, .number, .decimal, .amount, .secret, .path, .custom: .text(body[name] ?? "")
    }
  }

  /// The answers of the fields of a form, by their ids.
  func answers(to form: FormPrompt) -> [StepID: Answer] {
    var answers: [StepID: Answer] = [:]
    for field in form.fields {
      answers[field.id] = answer(
        to: field.kind, named: FieldName.field(field.id.rawValue), isOptional: field.isOptional,
        hasDefault: field.defaultText != nil && body.showed(field.id))
    }
    return answers
  }

  /// A key that the page did not offer is refused by its question like any other.
  private func choice(_ name: String) -> Answer {
    let key = body[name] ?? ""
    return key.isEmpty ? .text("") : .json(.string(key))
  }

  /// Of boxes that are not ticked a browser sends nothing: none was chosen.
  private func choices(_ name: String, isOptional: Bool) -> Answer {
    let keys = body.values(name)
    return keys.isEmpty && isOptional ? .text("") : .json(.array(keys.map { .string($0) }))
  }

  private func confirmation(_ name: String) -> Answer {
    switch body[name] {
    case "yes": .json(true)
    case "no": .json(false)
    case let other: .text(other ?? "")
    }
  }

  private func file(_ name: String) -> Answer {
    (kept[name] ?? keptBefore(name)).map { .file($0) } ?? .text("")
  }

  /// The file that the page had as the answer, if it is not to be removed.
  func keptBefore(_ name: String) -> KeptFile? {
    guard body[FieldName.removed(name)] == nil, let text = body[FieldName.kept(name)] else {
      return nil
    }
    return (try? JSONValue(parsing: text)).flatMap { KeptFile($0) }
  }
}

extension PromptKind {
  /// Whether the question asks for a file, however it is wrapped.
  var isFile: Bool { if case .file = self { true } else { false } }

  /// Whether one of several things is chosen, by radio buttons or by buttons.
  var isOneOfSeveral: Bool {
    switch self {
    case .choice, .confirm: true
    default: false
    }
  }
}
