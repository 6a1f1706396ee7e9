package import GRDB

#if !SQLite
  // Said before the module that is missing, which names no trait.
  #error("What keeps SQLite files needs the trait SQLite: .package(…, traits: [\"SQLite\"])")
#endif

/// What a SQLite file is for, and what is in it.
package struct SQLiteContents: Sendable {
  /// What GRDB calls the connections, for debugging.
  package let label: String

  /// SQLite's `application_id`, which marks a file as ours.
  package let applicationID: Int32

  /// Makes the tables and brings those of earlier versions along; the first migration writes the mark.
  package let migrator: DatabaseMigrator

  /// Describes the contents of a file.
  package init(label: String, applicationID: Int32, migrator: DatabaseMigrator) {
    self.label = label
    self.applicationID = applicationID
    self.migrator = migrator
  }
}
