import Flowline

/// What a question was answered with when its page was made, as the page says: what was typed there is filled in
/// again only while it is still answered so, and takes the place of no newer answer.
extension Prompt {
  /// Tells the answer that the question had before from others; nil if it had none.
  func basis(in environment: FlowEnvironment) -> String? {
    ShownAnswers(draftsOf: self, in: environment).basis(of: self, in: environment)
  }
}

extension ShownAnswers {
  /// Tells what is in the fields of a question from anything else, in whatever language it is written; nil if
  /// nothing is.
  ///
  /// Sensitive answers and files do not count.
  func basis(of prompt: Prompt, in environment: FlowEnvironment) -> String? {
    var members: [String: JSONValue] = [:]
    if let form = prompt.formPage {
      for field in form.fields where !field.isSensitive {
        let name = FieldName.field(field.id.rawValue)
        members[name] = meaning(of: name, field.kind, environment)
      }
    } else if !prompt.isSensitive {
      members[FieldName.answer] = meaning(of: FieldName.answer, prompt.kind, environment)
    }
    guard !members.isEmpty else { return nil }
    let digest = FileDigest(of: Array(JSONValue.object(members).text.utf8)).description
    return String(digest.suffix(16))
  }

  /// What is in a field, as it would be recorded if it can be read; nil if it is empty.
  private func meaning(
    of name: String, _ kind: PromptKind, _ environment: FlowEnvironment
  ) -> JSONValue? {
    switch kind {
    case .choices:
      let keys = values[name] ?? []
      return keys.isEmpty ? nil : .array(keys.sorted().map { .string($0) })
    case .file, .review, .secret: return nil
    case .choice, .confirm: return value(name).isEmpty ? nil : .string(value(name))
    case .text, .longText, .number, .decimal, .amount, .date, .path, .custom:
      let text = DayFields(name) { value($0) }.text.inTextArea
      guard !text.isEmpty else { return nil }
      return kind.reader?.recorded(text, in: environment) ?? JSONValue.string(text)
    }
  }
}
