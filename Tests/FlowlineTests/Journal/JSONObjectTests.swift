import Testing

@testable import Flowline

/// Objects that are written member by member, without a value made of them.
struct JSONObjectTests {
  private struct Broken: Error, Equatable {}

  /// A value that tells its members: as values, or those that are objects and lists of objects by themselves.
  private struct Told: JSONObject {
    let members: [String: JSONValue]
    var breaksAt: String?

    func tell(_ members: inout some JSONMembers) throws {
      for (name, value) in self.members.sorted(by: { $0.key < $1.key }) {
        if name == breaksAt { throw Broken() }
        switch value {
        case .object(let inner): try members.add(name, Told(members: inner, breaksAt: breaksAt))
        case .array(let elements):
          let objects: [Told] = elements.compactMap {
            if case .object(let inner) = $0 {
              Told(members: inner, breaksAt: breaksAt)
            } else {
              nil
            }
          }
          if objects.count == elements.count {
            try members.add(name, objects)
          } else {
            members.add(name, value)
          }
        case .string(let text): members.add(name, text)
        case .bool(let flag): members.add(name, flag)
        case .integer(let number): members.add(name, Int(number))
        case .null, .number: members.add(name, value)
        }
      }
    }
  }

  /// An object inside of which one breaks: what broke is told in a word instead.
  private struct Mended: JSONObject {
    let inner: Told

    func tell(_ members: inout some JSONMembers) {
      members.add("a", 1)
      do {
        try members.add("b", inner)
      } catch {
        members.add("b", "broken")
      }
      do {
        try members.add("c", [Told(members: ["x": 1]), inner])
      } catch {
        members.add("c", "broken")
      }
      members.add("d", nil as String?)
      members.add("e", nil as JSONValue?)
    }
  }

  private static func random(
    _ depth: Int, _ generator: inout SeededGenerator
  ) -> [String: JSONValue] {
    let names = ["", "a", "B", "b", "aa", "ö", "\"", "\n", "\u{202E}", "名", "é", "_", "0"]
    var members: [String: JSONValue] = [:]
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let name = names.randomElement(using: &generator) ?? ""
      members[name] =
        switch Int.random(in: 0...(depth > 3 ? 5 : 8), using: &generator) {
        case 0: .null
        case 1: .bool(.random(using: &generator))
        case 2: .integer(.random(in: .min ... .max, using: &generator))
        case 3: JSONValue(Double.random(in: -1e9...1e9, using: &generator))
        case 4, 5:
          .string((0..<4).compactMap { _ in names.randomElement(using: &generator) }.joined())
        case 6: .array([1, "x", .null])
        case 7:
          .array(
            (0..<Int.random(in: 0...3, using: &generator)).map { _ in
              .object(random(depth + 1, &generator))
            })
        default: .object(random(depth + 1, &generator))
        }
    }
    return members
  }

  @Test func `is written as its value is`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let members = Self.random(0, &generator)
      let told = Told(members: members)
      #expect(try told.jsonValue() == .object(members))
      #expect(try told.jsonText() == JSONValue.object(members).text)
    }
  }

  @Test(arguments: ["x", "y", "z", "none"])
  func `what throws leaves nothing behind`(place: String) throws {
    let inner = Told(members: ["x": 1, "y": ["z": [["x": "!"], [:]]], "z": "?"], breaksAt: place)
    let mended = Mended(inner: inner)
    if place == "none" {
      #expect(mended.jsonValue()["b"] == .object(inner.members))
    } else {
      #expect(throws: Broken.self) { try inner.jsonText() }
      #expect(throws: Broken.self) { try inner.jsonValue() }
      #expect(mended.jsonText() == #"{"a":1,"b":"broken","c":"broken"}"#)
    }
    #expect(mended.jsonText() == mended.jsonValue().text)
  }
}
