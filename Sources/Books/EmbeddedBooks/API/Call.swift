import Days
import FoundationEssentials
import FreeAgentAPI
import Money
import ServiceBasics

/// A request that may be answered: who sent it, and what with.
struct Call: Sendable {
  let user: Caller
  let values: [Substring: String]
  let query: [FormItem]

  /// The body as JSON, or why it cannot be read.
  let body: Result<FreeAgent.JSON, FreeAgent.Failure>

  /// The body as it came.
  let content: Content

  /// A body that may be something else than JSON.
  struct Content: Sendable {
    let bytes: Data
    /// What it is, as the header says; nil if it does not.
    let type: String?

    /// Whether it is a form, as the header says.
    var isForm: Bool {
      let type = type?.lowercased() ?? ""
      return type.hasPrefix("application/x-www-form-urlencoded") || type.hasPrefix("multipart/")
    }
  }

  /// The address that was asked, without its query.
  let url: String

  /// The number in the path.
  ///
  /// - Throws: 404 if it is none.
  var id: Int64 {
    get throws {
      guard let id = values["id"].flatMap(Int64.init) else { throw FreeAgent.Failure.notFound }
      return id
    }
  }

  /// The last value of a name in the query; nil if there is none, or it is blank.
  func parameter(_ name: String) -> String? {
    query.last { $0.name == name }.map(\.value).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The flag of a name in the query; false if there is none.
  ///
  /// - Throws: 400 if it is no flag.
  func flag(_ name: String) throws -> Bool {
    guard let text = parameter(name) else { return false }
    guard let flag = Bool(member: .text(text)) else {
      throw FreeAgent.Failure.badRequest("\(name) is invalid")
    }
    return flag
  }

  /// The day of a name in the query, read as those of lists and bodies are; nil if there is none.
  ///
  /// - Throws: 400 if it is no day.
  func day(_ name: String) throws -> Day? {
    guard let text = parameter(name) else { return nil }
    let field = FreeAgent.Field<Day>(name)
    try Self.require(.text(text), canBeReadBy: field)
    return Day(member: .text(text))
  }

  /// Reads the query as what a list is narrowed by.
  ///
  /// - Throws: 400 for a value that cannot be read; names that are unknown are passed over. A view or an
  ///   order that the list does not have is refused by the list itself.
  func filter<Filter: FreeAgent.ListFilter>(_ type: Filter.Type) throws -> Filter {
    var filter = Filter(query: query)
    for field in Filter.schema.all {
      guard let value = filter.members[field.name] else { continue }
      if value == .text("") {
        filter.members[field.name] = nil
      } else {
        try Self.require(value, canBeReadBy: field)
      }
    }
    return filter
  }

  /// Sees that a value of the query is one of a member's.
  private static func require(
    _ value: FreeAgent.JSON, canBeReadBy field: any FreeAgent.AnyField
  ) throws {
    guard !field.canRead(value) else { return }
    throw FreeAgent.Failure.badRequest(
      "\(field.name) \(field.dateProblem(with: value) ?? "is invalid")")
  }

  /// Reads the bytes of a body as JSON, whatever the header says that they are.
  ///
  /// - Returns: the body, with objects that are numbered lists as lists; a failure of status 415 if it is a
  ///   form, or of status 400 if it is no JSON, is nested too deeply, or has a text with U+0000, which
  ///   SQLite does not store.
  static func body(_ content: Content) -> Result<FreeAgent.JSON, FreeAgent.Failure> {
    let data = content.bytes
    guard !data.isEmpty, data.jsonNesting <= deepestNesting,
      let json = try? JSONDecoder().decode(FreeAgent.JSON.self, from: data), !json.hasNull
    else {
      return .failure(
        content.isForm ? .onlyJSON : .badRequest("The request body is not valid JSON"))
    }
    return .success(json.withListsOfNumberedObjects)
  }

  private static let deepestNesting = 16

  /// The member of the body under a key.
  ///
  /// - Throws: 400 if there is none.
  func member(_ key: String) throws -> FreeAgent.JSON {
    guard case .object(let object) = try body.get(), let member = object[key], member != .null
    else {
      throw FreeAgent.Failure.badRequest("param is missing or the value is empty: \(key)")
    }
    return member
  }

  /// The resource of the body, as it came.
  ///
  /// - Throws: 400 if there is none.
  func contents<Target: FreeAgent.Resource>(_ type: Target.Type) throws -> Target {
    try contents(type, named: Target.key)
  }

  /// The record of the body, as it came.
  ///
  /// An object without the root element that has members of the record is the record itself, as some
  /// clients leave the root out.
  ///
  /// - Parameter key: the root element.
  /// - Throws: 400 if there is none.
  func contents<Target: FreeAgent.Record>(
    _ type: Target.Type, named key: String
  ) throws -> Target {
    if case .object(let object) = try body.get(), !Self.isRoot(object[key], key, of: type) {
      let members = object.filter { Target.schema[$0.key] != nil }
      if !members.isEmpty { return try Self.record(.object(members), named: key) }
    }
    return try Self.record(try member(key), named: key)
  }

  /// Whether a member is the root element: a note without one has a text of the same name.
  private static func isRoot<Target: FreeAgent.Record>(
    _ member: FreeAgent.JSON?, _ key: String, of type: Target.Type
  ) -> Bool {
    switch member {
    case nil: false
    case .text?: Target.schema[key] == nil
    default: true
    }
  }

  /// Makes a record of the members of an object, unchecked; blank ones become null.
  ///
  /// A number in place of an address is taken for the id at its end, as the service takes it.
  static func record<Target: FreeAgent.Record>(
    _ member: FreeAgent.JSON, named key: String
  ) throws -> Target {
    guard case .object(let members) = member else {
      throw FreeAgent.Failure.badRequest("param is missing or the value is empty: \(key)")
    }
    return Target { record in
      record.members = members.mapValues { $0 == .text("") ? .null : $0 }
      for field in Target.schema.all where field.holdsLink {
        guard case .number(let number)? = record.members[field.name] else { continue }
        record.members[field.name] = .text(number.description)
      }
    }
  }
}

extension FreeAgent.JSON {
  /// Whether a text in it has the character U+0000.
  fileprivate var hasNull: Bool {
    switch self {
    case .text(let text): text.utf8.contains(0)
    case .list(let list): list.contains(where: \.hasNull)
    case .object(let object): object.contains { $0.key.utf8.contains(0) || $0.value.hasNull }
    default: false
    }
  }
}

extension FreeAgent.JSON {
  /// The same with a list in place of each object whose names all are whole numbers, in their order: so
  /// some clients send the lines of a document.
  fileprivate var withListsOfNumberedObjects: FreeAgent.JSON {
    switch self {
    case .list(let list): return .list(list.map(\.withListsOfNumberedObjects))
    case .object(let object):
      let values = object.mapValues(\.withListsOfNumberedObjects)
      let numbered = values.compactMap { name, value in
        UInt64(name).map { (number: $0, value: value) }
      }
      guard !values.isEmpty, numbered.count == values.count else { return .object(values) }
      return .list(numbered.sorted { $0.number < $1.number }.map { $0.value })
    default: return self
    }
  }
}

/// The user who sent a request.
struct Caller: Sendable {
  let id: Int64
  let level: FreeAgent.PermissionLevel
}
