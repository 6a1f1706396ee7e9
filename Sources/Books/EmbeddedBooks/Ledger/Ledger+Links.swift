import FreeAgentAPI
import GRDB

/// Numbers as addresses, and addresses as numbers.
extension Ledger {
  /// The address of a resource.
  func link<Target: FreeAgent.Addressed>(
    _ id: some LosslessStringConvertible, in collection: String = Target.collections[0]
  ) -> FreeAgent.Link<Target> {
    FreeAgent.Link(url: "\(base)/\(collection)/\(id)")
  }

  /// The address of a resource; nil without an id.
  func link<Target: FreeAgent.Addressed>(_ id: Int64?) -> FreeAgent.Link<Target>? {
    id.map { link($0) }
  }

  /// The number that an address, or a number alone, leads to; nil if there is no such resource.
  ///
  /// The service takes what is no such address for a blank.
  func id<Target>(_ link: FreeAgent.Link<Target>?, in table: Table) throws -> Int64? {
    guard let link, let id = Int64(link.id?.description ?? link.url), try has(table, id) else {
      return nil
    }
    return id
  }

  /// The number that a member of a body leads to; nil if the member is blank.
  ///
  /// - Parameters:
  ///   - link: the member.
  ///   - name: its name, such as `bank_account`.
  ///   - table: where the resource is.
  /// - Throws: 422 if there is no such resource.
  func lookUp<Target>(
    _ link: FreeAgent.Link<Target>?, _ name: String, in table: Table
  ) throws -> Int64? {
    guard let link, !link.url.isEmpty else { return nil }
    guard let id = try id(link, in: table) else {
      throw FreeAgent.Failure.unprocessable(FreeAgent.Failure.sentence(name, "not found"))
    }
    return id
  }

  /// The number that a member of a body leads to, which must not be blank.
  ///
  /// - Throws: 422 if it is blank, or there is no such resource.
  func lookUp<Target>(
    required link: FreeAgent.Link<Target>?, _ name: String, in table: Table
  ) throws -> Int64 {
    guard let id = try lookUp(link, name, in: table) else { throw FreeAgent.Failure.blank(name) }
    return id
  }
}
