public import Flowline

/// The flows of one user, over that user's own data.
public struct HostedWorld: Sendable {
  /// The flows that the user may start and resume.
  public let catalog: FlowCatalog
  /// Which world the user's sessions belong to, such as a bank and a customer; nil if there is only one.
  ///
  /// A session of another world is not continued.
  public let name: String?

  /// Makes a world.
  public init(_ catalog: FlowCatalog, name: String? = nil) {
    self.catalog = catalog
    self.name = name
  }

  /// The same world, with the use of its flows logged.
  public func observed(by log: UsageLog) -> HostedWorld {
    HostedWorld(catalog.observed(by: log), name: name)
  }
}
