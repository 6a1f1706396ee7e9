// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// One resource.
  public struct Get<Target: Resource>: Endpoint {
    public typealias Answer = Target

    public static var method: Method { .get }
    public static var route: String { Target.route }
    public static var level: PermissionLevel { Target.level }

    /// The id of the resource that is read.
    public let id: Identifier<Target>

    /// Makes the request.
    public init(_ id: Identifier<Target>) { self.id = id }

    public var pathValues: [String] { [id.description] }

    public static func answer(from body: Data) throws -> Target {
      try Target(from: body, key: Target.key)
    }
  }

  /// A page of resources; how it goes on is in the answer's header (``PageLinks``).
  public struct List<Target: Listed>: Endpoint {
    public typealias Answer = Batch<Target>

    public static var method: Method { .get }
    public static var route: String { Target.listRoute }
    public static var level: PermissionLevel { Target.level }

    /// What the list is narrowed by.
    public let filter: Target.Filter
    /// Which page of them.
    public let page: PageRequest

    /// Makes the request.
    public init(_ filter: Target.Filter = Target.Filter(), page: PageRequest = PageRequest()) {
      self.filter = filter
      self.page = page
    }

    public var query: [FormItem] { filter.query + page.query }

    public static func answer(from body: Data) throws -> Batch<Target> {
      try Batch(from: body, key: Target.listKey)
    }
  }

  /// Makes a resource.
  ///
  /// It has no key, so that sent again it makes another.
  public struct Create<Target: Creatable>: Endpoint {
    public typealias Answer = Target

    public static var method: Method { .post }
    public static var route: String { Target.listRoute }
    public static var level: PermissionLevel { Target.level }

    /// The members of the new resource.
    public let contents: Target

    /// Makes the request.
    public init(_ contents: Target) { self.contents = contents }

    public var body: JSON? { contents.creationBody }

    public static func answer(from body: Data) throws -> Target {
      try Target(from: body, key: Target.key)
    }
  }

  /// Changes the members of a resource that are in it, and no others.
  public struct Update<Target: Updatable>: Endpoint {
    /// The resource as it is now; nil if the body is empty, which the pages leave open.
    public typealias Answer = Target?

    public static var method: Method { .put }
    public static var route: String { Target.route }
    public static var level: PermissionLevel { Target.level }

    /// The id of the resource that is changed.
    public let id: Identifier<Target>
    /// What is to become of it.
    public let changes: Target

    /// Makes the request.
    public init(_ id: Identifier<Target>, _ changes: Target) {
      self.id = id
      self.changes = changes
    }

    /// False if it has a list of records: those without an id are made anew each time.
    public var isRepeatable: Bool {
      !changes.members.values.contains { member in
        guard case .list(let list) = member else { return false }
        return list.contains { if case .object = $0 { true } else { false } }
      }
    }

    public var pathValues: [String] { [id.description] }

    public var body: JSON? { changes.enveloped(as: Target.key) }

    public static func answer(from body: Data) throws -> Target? {
      try body.isBlank ? nil : Target(from: body, key: Target.key)
    }
  }

  /// Deletes a resource; sent again it finds none.
  public struct Delete<Target: Deletable>: Endpoint {
    public typealias Answer = Nothing

    public static var method: Method { .delete }
    public static var route: String { Target.route }
    public static var level: PermissionLevel { Target.level }

    /// The id of the resource that is deleted.
    public let id: Identifier<Target>

    /// Makes the request.
    public init(_ id: Identifier<Target>) { self.id = id }

    public var pathValues: [String] { [id.description] }
  }
}

extension Data {
  /// Whether there is nothing but white space.
  var isBlank: Bool { allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
