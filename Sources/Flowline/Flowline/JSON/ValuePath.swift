/// An element's place in an array, as a part of a path.
struct Position: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

/// The part of a path that a superclass is under, if it has no key of its own.
struct SuperKey: CodingKey {
  let stringValue = "super"
  var intValue: Int? { nil }

  init() {}
  init?(intValue: Int) { nil }
  init?(stringValue: String) { nil }
}

/// Where in a value something is, for telling what is wrong with it.
final class DecodingPlace {
  private let parent: DecodingPlace?
  private let key: any CodingKey

  init(_ key: any CodingKey, in parent: DecodingPlace?) {
    self.key = key
    self.parent = parent
  }

  var path: [any CodingKey] { parent.path + [key] }
}

extension DecodingPlace? {
  var path: [any CodingKey] { self?.path ?? [] }
}
