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
}
