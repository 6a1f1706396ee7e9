import Days
import Flowline
import FoundationEssentials

/// Finds out what the values of a type look like, by having one decode itself from nothing: what it asks
/// for is its shape.
///
/// The value that comes of it is encoded again. A type that writes other than it reads, or that is content
/// with none of the values it is offered, has no shape that is known.
struct ShapeFinder {
  /// A type that has no shape to be found.
  struct Unknown: Error {}

  /// The types around the one that is looked at: one that contains itself has no end.
  private let around: Set<ObjectIdentifier>

  init(within around: Set<ObjectIdentifier> = []) { self.around = around }

  /// The shape of a type's values, verified by one of them.
  static func shape<Value: Encodable>(of type: Value.Type) -> ValueShape {
    guard let type = type as? any (Decodable & Encodable).Type else { return .anything }
    return verified(type)
  }

  private static func verified<Value: Decodable & Encodable>(_ type: Value.Type) -> ValueShape {
    guard let found = try? ShapeFinder().find(type),
      let encoded = try? JSONValue(encoding: found.value), found.shape.fits(encoded)
    else { return .anything }
    return found.shape
  }

  /// A value of a type, and what such values look like.
  ///
  /// - Throws: ``Unknown``, or what the type throws.
  func find<Value: Decodable>(
    _ type: Value.Type
  ) throws -> (value: Value, shape: ValueShape) {
    if let known = Self.known(type) { return known }
    let id = ObjectIdentifier(type)
    guard !around.contains(id) else { throw Unknown() }
    let inner = ShapeFinder(within: around.union([id]))
    if let type = type as? any ShapedContainer.Type {
      let (value, shape) = try type.find(by: inner)
      guard let value = value as? Value else { throw Unknown() }
      return (value, shape)
    }
    if let type = type as? any (CaseIterable & RawRepresentable<String>).Type,
      let (value, words) = Self.cases(of: type), let value = value as? Value
    {
      return (value, .words(words))
    }
    return try inner.decoded(type)
  }

  /// A value that decodes itself; one that reads a single text or number is offered some.
  private func decoded<Value: Decodable>(
    _ type: Value.Type
  ) throws -> (value: Value, shape: ValueShape) {
    for offer in ShapeOffer.all {
      let probe = ShapeProbe(finder: self, offer: offer)
      do {
        return (try Value(from: probe), probe.shape)
      } catch  where probe.isSingle {
        continue
      }
    }
    throw Unknown()
  }

  private static func cases<Words: CaseIterable & RawRepresentable<String>>(
    of type: Words.Type
  ) -> (value: Any, words: [String])? {
    type.allCases.first.map { ($0, type.allCases.map(\.rawValue)) }
  }

  /// Types whose encoded form is the encoder's matter, or is known better than it could be found.
  private static func known<Value>(_ type: Value.Type) -> (value: Value, shape: ValueShape)? {
    let known: (value: Any, shape: ValueShape)? =
      switch type {
      case is String.Type: ("", .text(format: nil))
      case is Bool.Type: (false, .flag)
      case let type as any BinaryInteger.Type: (type.nothing, .integer)
      case let type as any BinaryFloatingPoint.Type: (type.nothing, .number)
      case is Decimal.Type: (Decimal(0), .number)
      case is Date.Type: (Date(timeIntervalSince1970: 0), .text(format: "date-time"))
      case is Day.Type: Day("2026-01-01").map { ($0, .text(format: "date")) }
      case is UUID.Type: (UUID(), .text(format: "uuid"))
      case is Data.Type: (Data(), .text(format: nil))
      case is URL.Type: URL(string: "https://example.org").map { ($0, .text(format: nil)) }
      case is JSONValue.Type: (JSONValue.null, .anything)
      default: nil
      }
    guard let known, let value = known.value as? Value else { return nil }
    return (value, known.shape)
  }
}

/// A collection or an optional, which has a shape even if what is inside has none.
private protocol ShapedContainer {
  static func find(by finder: ShapeFinder) throws -> (value: Any, shape: ValueShape)
}

extension Optional: ShapedContainer where Wrapped: Decodable {
  fileprivate static func find(by finder: ShapeFinder) -> (value: Any, shape: ValueShape) {
    guard let found = try? finder.find(Wrapped.self) else {
      return (Self.none as Any, .optional(.anything))
    }
    return (Self.some(found.value) as Any, .optional(found.shape))
  }
}

extension Array: ShapedContainer where Element: Decodable {
  fileprivate static func find(by finder: ShapeFinder) -> (value: Any, shape: ValueShape) {
    guard let found = try? finder.find(Element.self) else { return (Self(), .list(of: .anything)) }
    return ([found.value], .list(of: found.shape))
  }
}

extension Set: ShapedContainer where Element: Decodable {
  fileprivate static func find(by finder: ShapeFinder) -> (value: Any, shape: ValueShape) {
    guard let found = try? finder.find(Element.self) else { return (Self(), .list(of: .anything)) }
    return (Self([found.value]), .list(of: found.shape))
  }
}

extension Dictionary: ShapedContainer where Key: Decodable, Value: Decodable {
  fileprivate static func find(by finder: ShapeFinder) throws -> (value: Any, shape: ValueShape) {
    // With other keys it is a list of keys and values by turns.
    guard Key.self == String.self, let key = "a" as? Key else { throw ShapeFinder.Unknown() }
    guard let found = try? finder.find(Value.self) else {
      return (Self(), .dictionary(of: .anything))
    }
    return ([key: found.value], .dictionary(of: found.shape))
  }
}

extension AdditiveArithmetic {
  /// The zero, its type forgotten.
  fileprivate static var nothing: Any { zero }
}
