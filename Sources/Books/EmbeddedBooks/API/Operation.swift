import FreeAgentAPI
import ServiceBasics

/// One thing that the API does.
struct Operation: Sendable {
  /// The work of a request, inside one transaction; any error undoes it.
  typealias Work = @Sendable (Call, Ledger) throws -> BooksReply

  let method: FreeAgent.Method

  /// The path with names in braces for its ids.
  let route: String

  /// What the user must be allowed at least.
  let level: FreeAgent.PermissionLevel

  /// The most bytes of a body; 0 if none is read.
  let bodyLimit: Int

  let work: Work

  private let pattern: RoutePattern

  /// Answers an endpoint, whose verb, path and level are said nowhere else.
  init<Endpoint: FreeAgent.Endpoint>(
    _ endpoint: Endpoint.Type, bodyLimit: Int = usualBodyLimit, work: @escaping Work
  ) {
    method = endpoint.method
    route = endpoint.route
    level = endpoint.level
    self.bodyLimit = [.post, .put].contains(endpoint.method) ? bodyLimit : 0
    self.work = work
    pattern = RoutePattern(endpoint.route)
  }

  /// Whether the books may change.
  var writes: Bool { method != .get }

  /// Larger than anything but files.
  static let usualBodyLimit = 128 * 1024

  /// A file of 5 MB in base 64, and what is around it.
  static let fileBodyLimit = 8 * 1024 * 1024

  /// Several such files.
  static let filesBodyLimit = 32 * 1024 * 1024

  /// How many segments of the path are words and not ids.
  var wordCount: Int { pattern.wordCount }

  /// The values in the path's braces by their names; nil if the path is another one.
  func values(in path: [String]) -> [Substring: String]? {
    pattern.values(in: path) { $0.isEmpty ? nil : $0 }
  }
}

extension Operation {
  /// Answers with JSON.
  static func answering<Endpoint: FreeAgent.Endpoint>(
    _ endpoint: Endpoint.Type, bodyLimit: Int = usualBodyLimit,
    _ work: @escaping @Sendable (Call, Ledger) throws -> FreeAgent.JSON
  ) -> Operation {
    Operation(endpoint, bodyLimit: bodyLimit) { call, ledger in
      try BooksReply(try work(call, ledger))
    }
  }

  /// Does something of which the status says all.
  static func doing<Endpoint: FreeAgent.Endpoint>(
    _ endpoint: Endpoint.Type, bodyLimit: Int = usualBodyLimit,
    _ work: @escaping @Sendable (Call, Ledger) throws -> Void
  ) -> Operation {
    Operation(endpoint, bodyLimit: bodyLimit) { call, ledger in
      try work(call, ledger)
      return .done
    }
  }

  /// Answers with one resource.
  static func getting<Target: FreeAgent.Resource>(
    _ target: Target.Type, _ work: @escaping @Sendable (Call, Ledger) throws -> Target
  ) -> Operation {
    .answering(FreeAgent.Get<Target>.self) { call, ledger in
      try work(call, ledger).seen(at: call.user.level).enveloped(as: Target.key)
    }
  }

  /// Answers with a page of resources.
  static func listing<Target: FreeAgent.Listed>(
    _ target: Target.Type,
    _ work:
      @escaping @Sendable (Call, Ledger, Target.Filter, FreeAgent.PageRequest) throws ->
      Page<Target>
  ) -> Operation {
    Operation(FreeAgent.List<Target>.self) { call, ledger in
      let filter = try call.filter(Target.Filter.self)
      let request = FreeAgent.PageRequest(query: call.query)
      let page = try work(call, ledger, filter, request)
      return try BooksReply(
        FreeAgent.Batch(page.elements.map { $0.seen(at: call.user.level) })
          .enveloped(as: Target.listKey),
        links: FreeAgent.PageLinks(request, total: page.total, at: call.url, query: call.query))
    }
  }

  /// Makes a resource and answers with it.
  static func creating<Target: FreeAgent.Creatable>(
    _ target: Target.Type, bodyLimit: Int = usualBodyLimit,
    _ work: @escaping @Sendable (Call, Ledger, Target) throws -> Target
  ) -> Operation {
    Operation(FreeAgent.Create<Target>.self, bodyLimit: bodyLimit) { call, ledger in
      try created(
        try work(call, ledger, try call.contents(Target.self)).seen(at: call.user.level))
    }
  }

  /// The reply with what was made, and its address.
  static func created<Target: FreeAgent.Resource>(_ made: Target) throws -> BooksReply {
    try BooksReply(
      status: 201, made.enveloped(as: Target.key),
      location: made.members["url"].flatMap(String.init(member:)))
  }

  /// Changes a resource and answers with it.
  static func updating<Target: FreeAgent.Updatable>(
    _ target: Target.Type, bodyLimit: Int = usualBodyLimit,
    _ work: @escaping @Sendable (Call, Ledger, Target) throws -> Target
  ) -> Operation {
    .answering(FreeAgent.Update<Target>.self, bodyLimit: bodyLimit) { call, ledger in
      try work(call, ledger, try call.contents(Target.self)).seen(at: call.user.level)
        .enveloped(as: Target.key)
    }
  }

  /// Deletes a resource.
  static func deleting<Target: FreeAgent.Deletable>(
    _ target: Target.Type, _ work: @escaping @Sendable (Call, Ledger) throws -> Void
  ) -> Operation {
    .doing(FreeAgent.Delete<Target>.self, work)
  }
}

/// A page of a list, and how many elements all pages have.
struct Page<Element> {
  var elements: [Element]
  var total: Int
}

extension Page {
  /// The page of a list that is there as a whole.
  init(of all: [Element], _ request: FreeAgent.PageRequest) {
    let (offset, overflows) = (request.number - 1).multipliedReportingOverflow(by: request.size)
    let rest = overflows ? [] : all.dropFirst(offset)
    self.init(elements: Array(rest.prefix(request.size)), total: all.count)
  }
}
