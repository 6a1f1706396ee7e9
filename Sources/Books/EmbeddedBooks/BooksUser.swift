public import FreeAgentAPI

/// A user, as far as a server has to know one.
public struct BooksUser: Sendable, Hashable {
  /// The user's id.
  public let id: FreeAgent.Identifier<FreeAgent.User>

  /// The name, such as `Ada Example`.
  public let name: String

  /// The e-mail address.
  public let email: String

  /// What the user is in the company.
  public let role: FreeAgent.Role

  /// What the user may do.
  public let level: FreeAgent.PermissionLevel
}
