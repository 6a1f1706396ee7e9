public import GRDB

/// What a database file is for, and what is in it.
public struct DatabaseContents: Sendable {
  /// What GRDB calls the connections, for debugging.
  public let label: String

  /// SQLite's `application_id`, which marks a file as ours: four letters.
  public let applicationID: Int32

  /// Makes the tables and brings those of earlier versions along; migrations are only ever added.
  ///
  /// The first one has to write the mark: `PRAGMA application_id = …`.
  public let migrator: DatabaseMigrator

  /// Describes the contents of a file.
  public init(label: String, applicationID: Int32, migrator: DatabaseMigrator) {
    self.label = label
    self.applicationID = applicationID
    self.migrator = migrator
  }
}
