extension FreeAgent {
  /// A member that records of a kind may have: its name and what it holds.
  public struct Field<Value: MemberValue>: AnyField {
    /// The name, as the API writes it, such as `dated_on`.
    public let name: String

    /// What is special about it.
    public let traits: FieldTraits

    /// What a user must be allowed at least to be answered it; nil if reading the record is enough.
    public let level: PermissionLevel?

    /// Names a member.
    public init(_ name: String, _ traits: FieldTraits = [], level: PermissionLevel? = nil) {
      self.name = name
      self.traits = traits
      self.level = level
    }

    /// Whether a value can be read as one of the member's.
    public func canRead(_ value: JSON) -> Bool { Value(member: value) != nil }

    /// A value in the form in which the service writes it; nil if it cannot be read.
    public func normalised(_ value: JSON) -> JSON? { Value(member: value)?.member }

    /// Whether it holds the address of a resource.
    public var holdsLink: Bool { Value.self is any LinkValue.Type }
  }

  /// A member that records of a kind may have, whatever it holds.
  public protocol AnyField: Sendable {
    /// The name, as the API writes it, such as `dated_on`.
    var name: String { get }

    /// What is special about it.
    var traits: FieldTraits { get }

    /// What a user must be allowed at least to be answered it; nil if reading the record is enough.
    var level: PermissionLevel? { get }

    /// Whether a value can be read as one of the member's.
    func canRead(_ value: JSON) -> Bool

    /// A value in the form in which the service writes it; nil if it cannot be read.
    func normalised(_ value: JSON) -> JSON?

    /// Whether it holds the address of a resource.
    var holdsLink: Bool { get }
  }

  /// What is a link, whatever it leads to.
  protocol LinkValue {}

  /// What is special about a member.
  public struct FieldTraits: OptionSet, Sendable, Hashable {
    /// The traits as bits.
    public let rawValue: Int

    /// Makes traits of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A new record must have it.
    public static let required = FieldTraits(rawValue: 1)

    /// The service sets it; in a request it is mostly passed over.
    public static let readOnly = FieldTraits(rawValue: 2)

    /// It is sent, and never answered.
    public static let writeOnly = FieldTraits(rawValue: 4)

    /// A record whose member cannot be read is not read at all: without it the rest would mislead.
    public static let essential = FieldTraits(rawValue: 8)
  }

  /// All members that records of a kind may have.
  public struct Schema<Fields: Sendable>: Sendable {
    /// The members by the names that Swift has for them.
    public let fields: Fields

    /// The members in the order of their declaration.
    public let all: [any AnyField]

    /// Makes a schema of a structure whose stored properties are all ``Field``.
    public init(_ fields: Fields) {
      self.fields = fields
      all = Mirror(reflecting: fields).children.compactMap { $0.value as? any AnyField }
    }

    /// The member with a name; nil if there is none.
    public subscript(name: String) -> (any AnyField)? { all.first { $0.name == name } }
  }
}
