extension Prompt: JSONObject {
  /// Tells what it encodes to.
  ///
  /// Programs get one with each answer. Its members are not asked to encode themselves, which would take
  /// several times as long; most are missing from most prompts.
  ///
  /// - Throws: an `EncodingError` for a default or the schema of a kind that is nested too deep to be read again.
  package func tell(_ members: inout some JSONMembers) throws {
    members.add("accepts", accepts)
    members.add("backRefusal", backRefusal?.rawValue)
    members.add("decision", try decision.map { try JSONValue(encoding: $0) })
    members.add("defaultAnswer", try defaultAnswer.map { try JSONValue(encoding: $0) })
    members.add("defaultText", defaultText)
    members.add("draft", draft)
    members.add("draftFile", draftFile?.json)
    members.add("example", example)
    try members.add("form", form)
    members.add("help", help)
    members.add("hold", try hold.map { try JSONValue(encoding: $0) })
    members.add("isMenu", isMenu)
    members.add("isOptional", isOptional)
    members.add("isSensitive", isSensitive)
    try members.add("kind", kind)
    members.add("page", page)
    members.add("path", path.recorded)
    members.add("place", try place.map { try JSONValue(encoding: $0) })
    members.add("presentation", presentation)
    members.add("progress", progress)
    members.add("purpose", purpose?.rawValue)
    members.add("question", question)
    members.add("reason", reason)
    members.add("refused", try refused.map { try JSONValue(encoding: $0) })
    members.add("trail", trail)
  }
}

extension PageSection: JSONObject {
  package func tell(_ members: inout some JSONMembers) {
    members.add("heading", heading)
    members.add("rows", rows)
  }
}

extension PageRow: JSONObject {
  package func tell(_ members: inout some JSONMembers) {
    members.add("address", address)
    members.add("file", file?.json)
    members.add("id", id)
    members.add("label", label)
    members.add("mark", mark?.rawValue)
    members.add("percentage", percentage)
    members.add("step", step?.rawValue)
    members.add("value", value)
  }
}

extension FormPrompt: JSONObject {
  package func tell(_ members: inout some JSONMembers) throws {
    try members.add("fields", fields)
    members.add("id", id.rawValue)
    members.add("title", title)
  }
}

extension FormPrompt.Field: JSONObject {
  package func tell(_ members: inout some JSONMembers) throws {
    members.add("accepts", accepts)
    members.add("defaultText", defaultText)
    members.add("draftFile", draftFile?.json)
    members.add("example", example)
    members.add("help", help)
    members.add("id", id.rawValue)
    members.add("isAnswered", isAnswered)
    members.add("isOptional", isOptional)
    members.add("isSensitive", isSensitive)
    try members.add("kind", kind)
    members.add("page", page)
    members.add("purpose", purpose?.rawValue)
    members.add("question", question)
    members.add("reason", reason)
    members.add("refused", try refused.map { try JSONValue(encoding: $0) })
    members.add("text", text)
  }
}
