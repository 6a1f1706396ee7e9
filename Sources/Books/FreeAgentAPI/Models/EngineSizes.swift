extension FreeAgent {
  /// The sizes of engines by type, such as `Petrol` with `Up to 1400cc`, in the order of the service.
  ///
  /// Types are in no order, because a JSON object has none.
  public struct EngineSizes: MemberValue {
    /// The sizes by type.
    public var sizes: [EngineType: [String]]

    /// Makes it of the sizes by type.
    public init(_ sizes: [EngineType: [String]]) { self.sizes = sizes }

    /// Reads an object of lists; a type whose sizes cannot be read is left out.
    public init?(member: JSON) {
      guard case .object(let object) = member else { return nil }
      sizes = [:]
      for (type, list) in object {
        sizes[EngineType(rawValue: type)] = [String](member: list)
      }
    }

    /// An object of lists.
    public var member: JSON {
      .object(
        Dictionary(uniqueKeysWithValues: sizes.map { ($0.key.rawValue, $0.value.member) }))
    }
  }
}
