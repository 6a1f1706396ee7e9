import Days
import Flowline

/// What is wrong with a list of notices: where, what was expected, what came.
public struct NoticeFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// Which notice it is, counted from 1; nil if there is no list.
  public let number: Int?
  /// In words.
  public let reason: String

  /// Where, and what.
  public var description: String { number.map { "notice \($0): \(reason)" } ?? reason }
}

extension Notice {
  /// Reads notices, as a file has them: a list of JSON objects.
  ///
  /// ```json
  /// [{"id": "trial", "kind": "trial", "level": 6,
  ///   "text": {"en": "Your trial ends on 30 November.", "ru": "Пробный период до 30 ноября."},
  ///   "from": "2026-11-01", "until": "2026-11-30", "link": "https://example.com/plans",
  ///   "canBeHidden": false}]
  /// ```
  ///
  /// `id` and `text` are needed. Days are as ISO 8601 has them, and both are included.
  ///
  /// - Throws: ``NoticeFault`` if it is no such list, or two notices have one name.
  public static func list(_ text: String) throws(NoticeFault) -> [Notice] {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: text)
    } catch {
      throw NoticeFault(number: nil, reason: "expected a list in JSON: \(error)")
    }
    guard case .array(let elements) = json else {
      throw NoticeFault(number: nil, reason: "expected a list, such as [{\"id\": …, \"text\": …}]")
    }
    var notices: [Notice] = []
    for (index, element) in elements.enumerated() {
      do throws(Reading.Problem) {
        let notice = try Notice(Reading(element))
        guard !notices.contains(where: { $0.id == notice.id }) else {
          throw Reading.Problem(reason: "there is one before it that is called “\(notice.id)”")
        }
        notices.append(notice)
      } catch {
        throw NoticeFault(number: index + 1, reason: error.reason)
      }
    }
    return notices
  }

  private init(_ json: Reading) throws(Reading.Problem) {
    try json.allows(["id", "kind", "text", "from", "until", "level", "link", "canBeHidden"])
    let level = try json.value("level", "a whole number from 0 to 8") { value in
      if case .integer(let number) = value, 0...8 ~= number { Int(number) } else { nil }
    }
    self.init(
      try json.needed("id", "small letters, digits and hyphens, 40 at the most") { value in
        value.string.flatMap { Self.isID($0) ? $0 : nil }
      },
      kind: try json.value("kind", Kind.allCases.map(\.rawValue).joined(separator: ", ")) { value in
        value.string.flatMap { Kind(rawValue: $0) }
      } ?? .information,
      try json.needed("text", "texts by languages, such as {\"en\": \"…\"}", Self.texts),
      from: try json.value("from", "a day such as 2026-11-30", Self.day),
      until: try json.value("until", "a day such as 2026-11-30", Self.day),
      level: level ?? 0,
      link: try json.value("link", "an address that begins with https://") { value in
        value.string.flatMap { $0.hasPrefix("https://") && $0.utf8.count < 1_000 ? $0 : nil }
      },
      canBeHidden: try json.value("canBeHidden", "true or false") { value in
        if case .bool(let flag) = value { flag } else { nil }
      } ?? true)
  }

  private static func isID(_ text: String) -> Bool {
    1...40 ~= text.utf8.count
      && text.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  private static func day(_ value: JSONValue) -> Day? { value.string.flatMap { Day($0) } }

  private static func texts(_ value: JSONValue) -> [String: String]? {
    guard case .object(let members) = value, !members.isEmpty else { return nil }
    var texts: [String: String] = [:]
    for (language, text) in members {
      guard let text = text.string, !text.isEmpty, text.count <= 300 else { return nil }
      texts[language] = text
    }
    return texts
  }
}

/// The members of an object, read with what is expected of each.
private struct Reading {
  struct Problem: Error { let reason: String }

  private let members: [String: JSONValue]

  init(_ json: JSONValue) throws(Problem) {
    guard case .object(let members) = json else {
      throw Problem(reason: "expected an object, got \(json.text.prefix(40))")
    }
    self.members = members
  }

  func allows(_ names: Set<String>) throws(Problem) {
    guard let other = members.keys.sorted().first(where: { !names.contains($0) }) else { return }
    throw Problem(
      reason: "“\(other.prefix(40))” is nothing of a notice; expected "
        + names.sorted().joined(separator: ", "))
  }

  func value<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(Problem) -> Value? {
    guard let json = members[name], json != .null else { return nil }
    guard let value = read(json) else {
      throw Problem(reason: "“\(name)”: expected \(expected), got \(json.text.prefix(60))")
    }
    return value
  }

  func needed<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(Problem) -> Value {
    guard let value = try value(name, expected, read) else {
      throw Problem(reason: "“\(name)” is missing: expected \(expected)")
    }
    return value
  }
}
