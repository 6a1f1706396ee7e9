import FoundationEssentials
import FreeAgentAPI
import ServiceBasics

/// A request that may be answered: who sent it, and what with.
struct Call: Sendable {
  let user: Caller
  let values: [String: String]
  let query: [FreeAgent.QueryItem]
  let data: Data

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

  /// Reads the query as what a list is narrowed by.
  ///
  /// - Throws: 400 for a value that cannot be read; names that are unknown are passed over.
  func filter<Filter: FreeAgent.ListFilter>(_ type: Filter.Type) throws -> Filter {
    var filter = Filter(query: query)
    for field in Filter.schema.all {
      guard let value = filter.members[field.name] else { continue }
      if value == .text("") {
        filter.members[field.name] = nil
      } else if !field.canRead(value) {
        throw FreeAgent.Failure.badRequest("\(field.name) is invalid")
      }
    }
    return filter
  }

  /// The body as JSON.
  ///
  /// - Throws: 400 if it is none, is nested too deeply, or has a text with U+0000, which no text of a
  ///   database has.
  var json: FreeAgent.JSON {
    get throws {
      guard data.nesting <= Self.deepestNesting,
        let json = try? JSONDecoder().decode(FreeAgent.JSON.self, from: data), !json.hasNull
      else { throw FreeAgent.Failure.badRequest("The request body is not valid JSON") }
      return json
    }
  }

  private static let deepestNesting = 16

  /// The member of the body under a key.
  ///
  /// - Throws: 400 if there is none.
  func member(_ key: String) throws -> FreeAgent.JSON {
    guard case .object(let object) = try json, let member = object[key], member != .null else {
      throw FreeAgent.Failure.badRequest("param is missing or the value is empty: \(key)")
    }
    return member
  }

  /// The record of the body, as it came.
  ///
  /// - Throws: 400 if there is none.
  func contents<Target: FreeAgent.Resource>(_ type: Target.Type) throws -> Target {
    try Self.record(try member(Target.key), named: Target.key)
  }

  /// A record as it came, whatever its members are; a blank is as good as none.
  static func record<Target: FreeAgent.Record>(
    _ member: FreeAgent.JSON, named key: String
  ) throws -> Target {
    guard case .object(let members) = member else {
      throw FreeAgent.Failure.badRequest("param is missing or the value is empty: \(key)")
    }
    return Target { $0.members = members.mapValues { $0 == .text("") ? .null : $0 } }
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

/// The user who sent a request.
struct Caller: Sendable {
  let id: Int64
  let level: FreeAgent.PermissionLevel
}

extension Data {
  /// How deep lists and objects are nested, at most.
  ///
  /// A decoder goes down as deep, and the stack of a thread is not without end.
  fileprivate var nesting: Int {
    var (depth, deepest, isInText, isEscaped) = (0, 0, false, false)
    for byte in self {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case _ where isInText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = Swift.max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
