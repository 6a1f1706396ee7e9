import ArgumentParser
import FlowlinePostgres
import Foundation

/// Where sessions and all else are kept: what every command takes.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .customLong("data"),
    help: ArgumentHelp(
      """
      The folder of sessions and banks, created if it does not exist. By default \
      $XDG_DATA_HOME/flowline/served.
      """, valueName: "directory"),
    completion: .directory)
  var namedFolder: String?

  /// The data folder.
  var data: String { namedFolder ?? Self.usualFolder }

  private static var usualFolder: String {
    let variables = ProcessInfo.processInfo.environment
    let base = variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return "\(base ?? "\(variables["HOME"] ?? "/")/.local/share")/flowline/served"
  }

  @Option(
    name: .customLong("store"),
    help: ArgumentHelp(
      """
      A PostgreSQL database for the sessions, such as postgres://name@host/database, which any number \
      of servers share. By default a file in the data folder. A password is best in ~/.pgpass. What \
      customers of --bank and --books with an address order is there, too, and with --journal-key their \
      log-ins. Sample banks and books stay in the folder of --data, which all servers then have to use.
      """, valueName: "address"))
  var database: String?

  @Option(
    help: ArgumentHelp(
      "How many connections to that database are open at the most, up to 1000.",
      valueName: "count"))
  var storeConnections = 16

  @Option(
    help: ArgumentHelp("Whose sessions they are, of several in one database.", valueName: "name"))
  var tenant: String?

  @Option(
    help: ArgumentHelp(
      "A file of 32 random bytes that seals what that database has of journals and files.",
      valueName: "file"), completion: .file())
  var journalKey: String?

  @Option(
    help: ArgumentHelp(
      """
      Another file of such a key, with which some of it may be sealed, for replacing a key; may be \
      repeated.
      """, valueName: "file"), completion: .file())
  var otherJournalKey: [String] = []

  @Flag(
    help: """
      Read also what was kept before there was a journal key. Meanwhile, somebody who writes to the \
      database can make up answers.
      """)
  var journalKeyAcceptsPlain = false

  func validate() throws {
    _ = try namedStore()
    guard database != nil || (journalKey == nil && tenant == nil) else {
      throw ValidationError("--tenant and --journal-key are for a database: name it with --store.")
    }
    guard journalKey != nil || (otherJournalKey.isEmpty && !journalKeyAcceptsPlain) else {
      throw ValidationError(
        "--other-journal-key and --journal-key-accepts-plain need --journal-key.")
    }
    try PostgresOptions.connectionCounts.check(storeConnections, of: "--store-connections")
    if let tenant, !(1...100 ~= tenant.count) {
      throw ValidationError("--tenant takes a name of 1 to 100 characters.")
    }
    try checkFolder()
  }

  private func checkFolder() throws {
    guard !data.isEmpty else { throw ValidationError("--data takes a folder, not nothing.") }
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: data, isDirectory: &isFolder)
    guard !isThere || isFolder.boolValue else {
      throw ValidationError("--data takes a folder, and “\(data)” is a file.")
    }
  }
}
