extension Prompt {
  /// What it encodes to.
  ///
  /// Programs get one with each answer. Its members are not asked to encode themselves, which would take
  /// several times as long; most are missing from most prompts.
  ///
  /// - Throws: an `EncodingError` for a default or the schema of a kind that is nested too deep to be read again.
  func recorded() throws -> JSONValue {
    var members: [String: JSONValue] = [
      "path": path.recorded, "trail": .array(trail.map(\.recorded)),
      "presentation": .integer(Int64(presentation)), "kind": try JSONValue(encoding: kind),
      "question": question.recorded, "page": page.isEmpty ? [] : try JSONValue(encoding: page),
      "accepts": accepts.recorded, "isSensitive": .bool(isSensitive),
      "isOptional": .bool(isOptional), "isMenu": .bool(isMenu),
    ]
    members["defaultText"] = defaultText.map { .string($0) }
    members["defaultAnswer"] = try defaultAnswer.map { try JSONValue(encoding: $0) }
    members["draft"] = draft.map { .string($0) }
    members["draftFile"] = try draftFile.map { try JSONValue(encoding: $0) }
    members["help"] = help?.recorded
    members["reason"] = reason?.recorded
    members["example"] = example.map { .string($0) }
    members["backRefusal"] = backRefusal.map { .string($0.rawValue) }
    members["form"] = try form.map { try JSONValue(encoding: $0) }
    members["refused"] = try refused.map { try JSONValue(encoding: $0) }
    members["progress"] = try progress.map { try JSONValue(encoding: $0) }
    members["hold"] = try hold.map { try JSONValue(encoding: $0) }
    members["place"] = try place.map { try JSONValue(encoding: $0) }
    members["purpose"] = purpose.map { .string($0.rawValue) }
    members["decision"] = try decision.map { try JSONValue(encoding: $0) }
    return .object(members)
  }
}
