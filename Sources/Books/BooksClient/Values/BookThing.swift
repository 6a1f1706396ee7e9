public import FreeAgentAPI

/// Something that an explanation can be about, by its name.
public struct BookThing<Target: FreeAgent.Addressed>: Sendable, Hashable, Codable {
  /// What the service knows it by.
  public let id: BookID<Target>
  /// What people call it.
  public let name: String

  /// Makes it of its parts.
  public init(id: BookID<Target>, name: String) {
    self.id = id
    self.name = name
  }
}

extension BookAccount {
  /// The account as something that an explanation can be about.
  public var thing: BookThing<FreeAgent.BankAccount> { BookThing(id: id, name: name) }
}

extension Claimant {
  /// The claimant as somebody to choose.
  public var thing: BookThing<FreeAgent.User> { BookThing(id: id, name: name) }
}

extension BookThing {
  init?(_ link: FreeAgent.Link<Target>?, _ name: String?) {
    guard let id = BookID(link) else { return nil }
    self.init(id: id, name: name ?? id.text)
  }
}
