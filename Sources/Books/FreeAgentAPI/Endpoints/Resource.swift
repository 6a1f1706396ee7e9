public import ServiceBasics

extension FreeAgent {
  /// A record with an address of its own, in an envelope of its own.
  public protocol Resource: Record, Addressed {
    /// The member of a body that it is, such as `invoice`.
    static var key: String { get }

    /// The member of a body that a list of them is, such as `invoices`: by default what its addresses have.
    static var listKey: String { get }

    /// What a user must be allowed at least, to read it and to write it.
    static var level: PermissionLevel { get }
  }

  /// A resource that can be listed.
  public protocol Listed: Resource {
    /// What a list may be narrowed by.
    associatedtype Filter: FreeAgent.ListFilter
  }

  /// A resource that can be made.
  public protocol Creatable: Resource {
    /// The body of the request that makes it: the record in its envelope, unless the service wants more.
    var creationBody: JSON { get }
  }

  /// A resource that can be changed.
  public protocol Updatable: Resource {}

  /// A resource that can be deleted.
  public protocol Deletable: Resource {}

  /// What a list is narrowed by and sorted by: the query as a record, whose values are texts.
  public protocol ListFilter: Record {}
}

extension FreeAgent.Resource {
  /// The part of its addresses.
  public static var listKey: String { collections.first ?? key }

  /// The path of all of them.
  static var listRoute: String { "/v2/\(collections.first ?? key)" }

  /// The path of one of them.
  static var route: String { "\(listRoute)/{id}" }
}

extension FreeAgent.Creatable {
  /// The record in its envelope.
  public var creationBody: FreeAgent.JSON { enveloped(as: Self.key) }
}

extension FreeAgent.ListFilter {
  /// The query in the order of its names: texts as they are, numbers as digits, flags as `true`.
  public var query: [FormItem] {
    members.sorted { $0.key < $1.key }.compactMap { name, member in
      if let text = String(member: member) { return FormItem(name, text) }
      guard case .flag(let flag) = member else { return nil }
      return FormItem(name, flag ? "true" : "false")
    }
  }

  /// Reads a query; of a name that comes twice the last value counts, and paging is left out.
  public init(query: [FormItem]) {
    self.init()
    for item in query where !["page", "per_page"].contains(item.name) {
      members[item.name] = .text(item.value)
    }
  }
}
