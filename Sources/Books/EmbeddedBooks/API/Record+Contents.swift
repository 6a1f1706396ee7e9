import FreeAgentAPI

/// What a request may say of a record.
extension FreeAgent.Record {
  /// Sees that what came can be read, and, of a new record, that nothing is missing.
  ///
  /// - Parameters:
  ///   - isNew: whether members that are required must be there.
  ///   - passing: members that are looked at elsewhere.
  /// - Throws: 422 with all that is wrong.
  func validate(isNew: Bool, passing: Set<String> = []) throws {
    var texts: [String] = []
    for field in Self.schema.all
    where !field.traits.contains(.readOnly) && !passing.contains(field.name) {
      let member = members[field.name] ?? .null
      if member == .null || member == .text("") {
        // What is required can be left out of a change, but not be emptied by it.
        if field.traits.contains(.required), isNew || members[field.name] != nil {
          texts.append(FreeAgent.Failure.sentence(field.name, "can't be blank"))
        }
      } else if !field.canRead(member) {
        let words = field.dateProblem(with: member) ?? "is not valid"
        texts.append(FreeAgent.Failure.sentence(field.name, words))
      }
    }
    guard texts.isEmpty else { throw FreeAgent.Failure.unprocessable(texts) }
  }

  /// The members that are kept as they are: those that can be written, without some.
  ///
  /// - Parameters:
  ///   - old: the members that were kept before; null and blank take one away.
  ///   - names: members that are kept elsewhere.
  /// - Returns: the members in the form in which they are answered.
  func details(
    over old: [String: FreeAgent.JSON] = [:], without names: Set<String> = []
  ) -> [String: FreeAgent.JSON] {
    var details = old
    for field in Self.schema.all
    where field.traits.isDisjoint(with: [.readOnly, .writeOnly]) && !names.contains(field.name) {
      guard let member = members[field.name] else { continue }
      details[field.name] = member == .text("") ? nil : field.normalised(member)
    }
    return details
  }

  /// Whether a member came at all.
  func has<Value>(_ field: KeyPath<Fields, FreeAgent.Field<Value>>) -> Bool {
    presence(of: field) != .absent
  }
}
