extension JSONValue {
  static let redactionMark: JSONValue = ["redacted": true]
  var containsRedactionMark: Bool {
    switch self {
    case .object(let members): self == .redactionMark || members.values.contains { $0.containsRedactionMark }
    case .array(let elements): elements.contains { $0.containsRedactionMark }
    default: false
    }
  }
  init(recording value: some Encodable) throws { try self.init(encoding: value) }
}
extension Refusal {
  var redacted: Refusal { Refusal(code, message.withoutArguments, isWarning: isWarning) }
}
extension Text {
  var withoutArguments: Text {
    guard case .catalogued(let catalog, let key, let arguments) = content else { return self }
    return Text(
      .catalogued(
        catalog, key: key,
        arguments.map { if case .string = $0 { .string("…") } else { $0 } }))
  }
}
