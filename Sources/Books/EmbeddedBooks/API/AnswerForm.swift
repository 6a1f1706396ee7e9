import FreeAgentAPI

/// How an answer is written out: the same for one resource, a list, and what was made or changed.
struct AnswerForm: Sendable {
  /// Addresses alone, for a user who may see everything.
  static let plain = AnswerForm(level: .full, isNested: false)

  /// The level of the user who is answered.
  let level: FreeAgent.PermissionLevel

  /// Whether what is named comes whole in place of its address.
  let isNested: Bool
}

extension Call {
  /// The form of the answer that the query asks for, with `nested`.
  ///
  /// - Throws: 400 if that is no flag.
  var form: AnswerForm {
    get throws { AnswerForm(level: user.level, isNested: try flag("nested")) }
  }
}

extension FreeAgent.Record {
  /// The record without the members that a user of a level is not answered.
  func seen(at level: FreeAgent.PermissionLevel) -> Self {
    var seen = self
    for field in Self.schema.all {
      if let needed = field.level, level < needed { seen.members[field.name] = nil }
    }
    return seen
  }
}
