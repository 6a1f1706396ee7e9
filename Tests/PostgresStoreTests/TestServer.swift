import Foundation
import TestSupport

@testable import FlowlinePostgres

/// A PostgreSQL server of the tests' own, on a socket in a temporary folder. It ends with the process, also
/// with one that crashes: a shell that started it waits for the end of its input.
actor TestServer {
  static let shared = TestServer()
  /// A server whose counts are what it was asked for, by one test at a time.
  ///
  /// It vacuums nothing, writes no page whole to its log, and makes no checkpoint soon.
  static let counting = TestServer(settings: [
    "autovacuum=off", "checkpoint_timeout=1d", "full_page_writes=off", "wal_writer_delay=10s",
    // Otherwise it notes every fifteen seconds what is under way, for standbys.
    "wal_level=minimal", "max_wal_senders=0",
  ])

  /// A server whose standby one test takes away, so that no other waits for it.
  static let replicating = TestServer()

  /// Another one, which a test has wait for a standby in vain.
  static let forsaken = TestServer()

  private let settings: [String]
  private var starting: Task<String, any Error>?
  private let process = Process()
  private let input = Pipe()
  private var databases = 0

  private init(settings: [String] = []) { self.settings = settings }

  /// The folder of the server's socket.
  func folder() async throws -> String {
    if let starting { return try await starting.value }
    let starting = Task { try await start() }
    self.starting = starting
    return try await starting.value
  }

  /// An empty database, as an address.
  func database() async throws -> String {
    let folder = try await folder()
    databases += 1
    let name = "test_\(databases)"
    let pool = try TestServer.pool(of: "host=\(folder) user=postgres dbname=postgres")
    _ = try await pool.make(PostgresCall("CREATE DATABASE \(name)"))
    await pool.close()
    return "host=\(folder) user=postgres dbname=\(name)"
  }

  static func pool(of address: String, answerTime: Double = 600) throws -> PostgresPool {
    var options = PostgresOptions(try PostgresAddress(address))
    options.connections = 1
    (options.openingTime, options.answerTime) = (600, answerTime)
    return PostgresPool(options)
  }

  private func start() async throws -> String {
    // A socket's path has room for some hundred bytes.
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "flowline-postgres-\(UUID().uuidString.prefix(8).lowercased())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments =
      ["-c", Self.script, "postgres", folder] + settings.flatMap { ["-c", $0] }
    (process.standardInput, process.standardOutput) = (input, output)
    // Whoever reads what the tests write does not wait for the server.
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: String(decoding: output.fileHandleForReading.nextPiece(), as: UTF8.self))
      }
    }
    guard line == "ready\n" else {
      throw TestServerFailure(description: "PostgreSQL does not start: \(line)")
    }
    return folder
  }

  /// The server does not run as root; that user's files are the server's then.
  ///
  /// The server takes the place of its shell: one between would be signalled in its stead, and not end.
  private static let script = """
    set -e
    folder=$1
    shift
    bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    [ -n "$bin" ] || bin=$(pg_config --bindir)
    become() { exec "$@"; }
    if [ "$(id -u)" = 0 ]; then
      become() { exec setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
      chown postgres "$folder"
    fi
    cd "$folder"
    (become "$bin/initdb" -D data -A trust -U postgres -E UTF8 --locale=C --no-sync) >init.log 2>&1
    become "$bin/postgres" -D data -k "$folder" -c listen_addresses= -c max_connections=400 \\
      -c shared_buffers=64MB "$@" >server.log 2>&1 &
    server=$!
    until "$bin/pg_isready" -q -h "$folder"; do kill -0 $server; done
    echo ready
    cat >/dev/null || true
    kill -INT $server
    wait $server || true
    rm -rf "$folder"
    """
}

struct TestServerFailure: Error, CustomStringConvertible {
  let description: String
}
