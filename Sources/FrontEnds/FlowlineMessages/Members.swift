package import Flowline

/// The members of a request's object.
package struct Members {
  private let members: [String: JSONValue]

  package init(_ json: JSONValue) throws(RequestFault) {
    guard case .object(let members) = json else {
      throw RequestFault(
        expected: "an object such as {\"start\":\"round-up\"}", got: json.kindInWords)
    }
    self.members = members
  }

  package subscript(name: String) -> JSONValue? { members[name] }

  /// Refuses members that mean nothing here: a word that is misspelt must not be passed over.
  package func allow(_ names: Set<String>, with verb: String) throws(RequestFault) {
    guard let stray = members.keys.sorted().first(where: { !names.contains($0) }) else { return }
    let others = names.subtracting([verb]).sorted()
    throw RequestFault(
      expected: others.isEmpty
        ? "“\(verb)” alone" : "nothing beside “\(verb)” but \(others.joined(separator: ", "))",
      got: stray)
  }

  /// Refuses a member that is anything but `true`.
  ///
  /// - Parameters:
  ///   - name: the member.
  ///   - other: what it may be instead, for the refusal; nil if that is nothing.
  package func expectTrue(_ name: String, or other: String? = nil) throws(RequestFault) {
    guard members[name] == true else {
      let only = "{\"\(name)\":true}"
      throw RequestFault(expected: other.map { "\(only) or \($0)" } ?? only, got: kind(of: name))
    }
  }

  /// A member that is `true` or `false`; false if it is not there.
  package func bool(_ name: String) throws(RequestFault) -> Bool {
    guard let value = members[name] else { return false }
    guard case .bool(let bool) = value else {
      throw RequestFault(expected: "true or false as “\(name)”", got: value.kindInWords)
    }
    return bool
  }

  package func integer(_ name: String) throws(RequestFault) -> Int? {
    guard let value = members[name] else { return nil }
    guard case .integer(let integer) = value else {
      throw RequestFault(expected: "a whole number as “\(name)”", got: value.kindInWords)
    }
    return Int(integer)
  }

  /// A member that is an object with a member a step.
  package func object(_ name: String) throws(RequestFault) -> [StepID: JSONValue] {
    guard case .object(let members)? = members[name] else {
      throw RequestFault(
        expected: "an object with an answer a step as “\(name)”", got: kind(of: name))
    }
    return Dictionary(uniqueKeysWithValues: members.map { (StepID($0), $1) })
  }

  /// Reads a member that is text; nil if it is not there.
  package func read<Value>(
    _ name: String, _ wanted: String, _ read: (String) -> Value?
  ) throws(RequestFault) -> Value? {
    guard let json = members[name] else { return nil }
    guard let value = json.string.flatMap(read) else {
      throw RequestFault(
        expected: "\(wanted) as “\(name)”",
        got: json.string == nil ? json.kindInWords : "other text")
    }
    return value
  }

  /// A member that may be anything and must be there.
  package func need(_ name: String, _ wanted: String) throws(RequestFault) -> JSONValue {
    guard let value = members[name] else {
      throw RequestFault(expected: "\(wanted) as “\(name)”", got: "nothing")
    }
    return value
  }

  /// Reads a member that is text and must be there.
  package func need<Value>(
    _ name: String, _ wanted: String, _ read: (String) -> Value?
  ) throws(RequestFault) -> Value {
    guard let value = try self.read(name, wanted, read) else {
      throw RequestFault(expected: "\(wanted) as “\(name)”", got: kind(of: name))
    }
    return value
  }

  private func kind(of name: String) -> String { members[name]?.kindInWords ?? "nothing" }
}

extension JSONValue {
  /// What kind of value it is, without the value: it may be a secret in the wrong place.
  ///
  /// `null`, `true` and `false` are no secrets, and are told as they are.
  fileprivate var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer, .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Why a line is not a request.
package struct RequestFault: Error {
  package let expected: String
  /// What is there: a name, or a kind of value, never an answer.
  ///
  /// Cut to a readable length.
  package let got: String
  /// The byte of the line that is at fault, counted from 0; nil if it is no single one.
  package let offset: Int?

  package init(expected: String, got: String, at offset: Int? = nil) {
    self.expected = expected
    self.got = got.count > 80 ? got.prefix(79) + "…" : got
    self.offset = offset
  }
}
