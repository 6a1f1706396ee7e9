import Flowline
import Foundation
import GRDB

/// Rows of an answer's size, each inserted in a transaction of its own that is synced: in the file of the
/// sessions and with its settings, but in a table of its own that has nothing else.
struct BareInserts {
  /// How many bytes an answer adds to a session's journal.
  static let size = {
    let controller = FlowController()
    controller.start(CountingFlow(), SessionOptions(environment: .current))
    defer { controller.terminate() }
    let before = controller.journal.text.utf8.count
    controller.answer(5)
    return controller.journal.text.utf8.count - before
  }()

  private let queue: DatabaseQueue
  private let row = Data(repeating: UInt8(ascii: "x"), count: Self.size)

  init(path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          CREATE TABLE bare (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
          """)
    }
  }

  /// Inserts a row, and returns once it is durable.
  func insert() async throws {
    try await queue.writeWithoutTransaction { [row] db in
      try db.cachedStatement(sql: "INSERT INTO bare (bytes) VALUES (?)").execute(arguments: [row])
    }
  }
}
