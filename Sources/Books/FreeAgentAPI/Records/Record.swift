import ServiceBasics

extension FreeAgent {
  /// An object of the API: the members that it has, those that are new included.
  ///
  /// Each model names its members in `Fields`, and they are properties of the model:
  ///
  /// ```swift
  /// var contact = FreeAgent.Contact()
  /// contact.organisationName = "Example Ltd"
  /// contact.email = nil           // absent: nothing is written
  /// contact.setNull(\.email)      // present, and null
  /// ```
  ///
  /// What is written is exactly what was read or set. A member that cannot be read is nil, and is kept as
  /// it came; one that is ``FieldTraits/essential`` fails the reading.
  @dynamicMemberLookup
  public protocol Record: MemberValue, Codable {
    /// The members that such an object may have.
    associatedtype Fields: Sendable

    /// The same, as values.
    static var schema: Schema<Fields> { get }

    /// The members that it has, as they came.
    var members: [String: JSON] { get set }

    /// Makes an object without members.
    init()
  }

  /// What can be said of a member.
  public enum Presence<Value: MemberValue>: Sendable, Hashable {
    /// The object does not have it.
    case absent
    /// It is null.
    case null
    /// It is this.
    case value(Value)
    /// It is something else than the member may hold.
    case unreadable(JSON)
  }
}

extension FreeAgent.Record {
  /// Makes an object and sets its members.
  public init(_ build: (inout Self) throws -> Void) rethrows {
    self.init()
    try build(&self)
  }

  /// The value of a member: nil if it is absent, null or cannot be read.
  ///
  /// Setting a value writes it, setting nil takes the member away.
  public subscript<Value>(
    dynamicMember field: KeyPath<Fields, FreeAgent.Field<Value>>
  ) -> Value? {
    get { self[Self.schema.fields[keyPath: field]] }
    set { self[Self.schema.fields[keyPath: field]] = newValue }
  }

  /// The value of a member, as a property has it.
  public subscript<Value>(field: FreeAgent.Field<Value>) -> Value? {
    get { members[field.name].flatMap(Value.init(member:)) }
    set { members[field.name] = newValue?.member }
  }

  /// Whether a member is there, and what it is.
  public func presence<Value>(
    of field: KeyPath<Fields, FreeAgent.Field<Value>>
  ) -> FreeAgent.Presence<Value> {
    switch members[Self.schema.fields[keyPath: field].name] {
    case nil: .absent
    case .null?: .null
    case let member?: Value(member: member).map { .value($0) } ?? .unreadable(member)
    }
  }

  /// Makes a member null, which the service takes for "no longer any".
  public mutating func setNull<Value>(_ field: KeyPath<Fields, FreeAgent.Field<Value>>) {
    members[Self.schema.fields[keyPath: field].name] = .null
  }

  /// The names of required members that are absent, null, blank or cannot be read, in their order.
  public var missingMembers: [String] {
    Self.schema.all.filter { field in
      guard field.traits.contains(.required) else { return false }
      switch members[field.name] {
      case nil, .null?, .text("")?: return true
      case let member?: return !field.canRead(member)
      }
    }.map(\.name)
  }

  /// The members that the schema does not have, by name.
  public var furtherMembers: [String: FreeAgent.JSON] {
    let known = Set(Self.schema.all.map(\.name))
    return members.filter { !known.contains($0.key) }
  }

  /// The object without what the service sets itself, as a request would have it.
  public var withoutReadOnlyMembers: Self {
    var copy = self
    for field in Self.schema.all where field.traits.contains(.readOnly) {
      copy.members[field.name] = nil
    }
    return copy
  }
}

extension FreeAgent.Record {
  /// Reads an object whose essential members can be read.
  public init?(member: FreeAgent.JSON) {
    guard case .object(let members) = member else { return nil }
    self.init()
    self.members = members
    guard unreadableMember == nil else { return nil }
  }

  /// An object.
  public var member: FreeAgent.JSON { .object(members) }

  /// Reads an object.
  ///
  /// - Throws: a `DecodingError` if it is none, or has an essential member that cannot be read.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: MemberName.self)
    for name in container.allKeys {
      // What cannot be read as JSON, such as a number without end, is no member of anybody's.
      if let member = try? container.decode(FreeAgent.JSON.self, forKey: name) {
        members[name.stringValue] = member
      }
    }
    if let unreadable = unreadableMember {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [MemberName(unreadable)],
          debugDescription: "it cannot be read"))
    }
  }

  /// Writes exactly the members that it has.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for (name, member) in members {
      try container.encode(member, forKey: MemberName(name))
    }
  }

  private var unreadableMember: String? {
    Self.schema.all.first { field in
      guard field.traits.contains(.essential), let member = members[field.name] else {
        return false
      }
      return member != .null && !field.canRead(member)
    }?.name
  }
}
