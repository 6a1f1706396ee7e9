import Days
import Flowline
import FoundationEssentials
import Money
import Testing

@testable import FlowlineSchema

/// What flows result in, found out from the types of their results.
struct ResultSchemaTests {
  private enum Colour: String, Codable, CaseIterable { case red, green }

  /// Of these no value can be made from nothing, nor can they be counted.
  private enum Secretive: String, Codable { case here, there }

  private struct Point: Codable, Hashable {
    var x: Int16
    var y: Double
  }

  private struct Everything: Codable {
    var name: String
    var remark: String?
    var colour: Colour
    var paid: Money
    var due: Day
    var since: Date
    var id: UUID
    var share: Decimal
    var points: [Point]
    var corners: Set<Point>
    var named: [String: Point]
    var whatever: JSONValue
    var place: Secretive?
    var places: [Secretive]
  }

  /// A list of itself has no end.
  private struct Tree: Codable {
    var name: String
    var branches: [Tree]
  }

  private struct Secretively: Codable {
    var name: String
    var place: Secretive
  }

  /// Writes other than it reads.
  private struct Crooked: Codable {
    var name: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }

  private struct WrittenOnly: Encodable { var name = "" }

  private struct Guarded: Codable { var password: Secret<String> }

  private static func shape(of type: any Encodable.Type) -> ValueShape {
    ShapeFinder.shape(of: type)
  }

  private static let point = ValueShape.object(["x": .integer, "y": .number])

  private static var table: [(any Encodable.Type, ValueShape)] {
    [
      (String.self, .text(format: nil)), (Bool.self, .flag), (Int.self, .integer),
      (UInt8.self, .integer), (Float.self, .number), (Decimal.self, .number),
      (Date.self, .text(format: "date-time")), (Day.self, .text(format: "date")),
      (UUID.self, .text(format: "uuid")), (URL.self, .text(format: nil)),
      (Colour.self, .words(["red", "green"])), (Point.self, point),
      ([Point].self, .list(of: point)),
      (Int?.self, .optional(.integer)), ([String: Bool].self, .dictionary(of: .flag)),
      (Currency.self, .text(format: nil)),
      (Money.self, .object(["currency": .text(format: nil), "minorUnits": .integer])),
      (Tree.self, .object(["name": .text(format: nil), "branches": .list(of: .anything)])),
      (Secretive.self, .anything), (Secretively.self, .anything), (Crooked.self, .anything),
      (WrittenOnly.self, .anything), (Guarded.self, .anything), (JSONValue.self, .anything),
      ([Int: Bool].self, .anything), (Secret<String>.self, .anything),
    ]
  }

  @Test(arguments: table.indices)
  func `the shape of a type's values is found, or said to be unknown`(_ index: Int) {
    let (type, shape) = Self.table[index]
    #expect(Self.shape(of: type) == shape, "\(type)")
  }

  @Test func `members are found, and what is inside`() {
    #expect(
      Self.shape(of: Everything.self)
        == .object([
          "name": .text(format: nil), "remark": .optional(.text(format: nil)),
          "colour": .words(["red", "green"]),
          "paid": .object(["currency": .text(format: nil), "minorUnits": .integer]),
          "due": .text(format: "date"), "since": .text(format: "date-time"),
          "id": .text(format: "uuid"), "share": .number, "points": .list(of: Self.point),
          "corners": .list(of: Self.point), "named": .dictionary(of: Self.point),
          "whatever": .anything, "place": .optional(.anything), "places": .list(of: .anything),
        ]))
  }

  @Test func `a result fits the schema of its flow`() throws {
    let tree = Tree(name: "oak", branches: [Tree(name: "twig", branches: [])])
    #expect(Self.shape(of: Tree.self).fits(try JSONValue(encoding: tree)))
    #expect(!Self.shape(of: Tree.self).fits(["name": "oak"]))
    #expect(!Self.shape(of: Tree.self).fits(["name": 1, "branches": []]))
    #expect(Self.shape(of: Optional<Colour>.self).fits(.null))
    #expect(!Self.shape(of: Optional<Colour>.self).fits("blue"))
  }

  @Test func `a catalogue tells what its flows result in`() throws {
    struct Counting: Flow {
      let id: FlowID = "count"
      func run(_ context: FlowContext) async throws -> [Point] { [] }
    }
    var catalog = FlowCatalog()
    catalog.add(Counting())
    catalog.add("either", variants: [Counting()], choosing: VariantRule { _ in "count" })
    let schema: JSONValue = [
      "type": "array",
      "items": [
        "type": "object", "properties": ["x": ["type": "integer"], "y": ["type": "number"]],
        "required": ["x", "y"],
      ],
    ]
    #expect(catalog.entries.map(\.resultSchema) == [schema, schema])
  }
}
