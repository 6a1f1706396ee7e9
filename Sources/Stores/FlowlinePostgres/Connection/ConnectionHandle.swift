import CLibPQ
import Dispatch
import Glibc
import Synchronization

/// libpq's connection, for one actor alone.
final class ConnectionHandle {
  /// What the server answers next.
  enum Answer {
    case result(PostgresCall.Result)
    case refused(PostgresFailure)
    /// The statement was passed over, since one before it in its call was refused.
    case aborted
    case statementEnded
    case callEnded
    case broken(String)
  }

  private let connection: OpaquePointer
  private var watch: SocketWatcher.Watch?
  private let notices = Notices()

  private init(_ connection: OpaquePointer) { self.connection = connection }

  // MARK: - Opening

  /// Begins to connect; nil if there is no memory for it.
  static func begin(_ words: [String: String]) -> ConnectionHandle? {
    let pairs = words.map { ($0.key, $0.value) }
    let keys = pairs.map { strdup($0.0) }
    let values = pairs.map { strdup($0.1) }
    defer { for pointer in keys + values { free(pointer) } }
    let connection = (keys.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { keys in
      (values.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { values in
        PQconnectStartParams(keys.baseAddress, values.baseAddress, 0)
      }
    }
    guard let connection else { return nil }
    let handle = ConnectionHandle(connection)
    handle.collectNotices()
    return handle
  }

  /// What an opening waits for.
  enum Opening {
    case toRead
    case toWrite
    case done
    case failed(String)
  }

  /// How the opening began.
  var beginning: Opening {
    PQstatus(connection) == CONNECTION_BAD ? .failed(lastError) : .toWrite
  }

  /// Takes the next step of the opening, as far as that is possible without waiting.
  func poll() -> Opening {
    switch PQconnectPoll(connection) {
    case PGRES_POLLING_READING: return .toRead
    case PGRES_POLLING_WRITING: return .toWrite
    case PGRES_POLLING_OK:
      let isReady = PQsetnonblocking(connection, 1) == 0 && PQenterPipelineMode(connection) == 1
      return isReady ? .done : .failed(lastError)
    default: return .failed(lastError)
    }
  }

  private func collectNotices() {
    PQsetNoticeReceiver(
      connection,
      { notices, result in
        guard let notices, let result else { return }
        Unmanaged<Notices>.fromOpaque(notices).takeUnretainedValue().note(
          ServerNotice(
            state: ConnectionHandle.field(ErrorField.state, of: result),
            file: ConnectionHandle.field(ErrorField.file, of: result),
            routine: ConnectionHandle.field(ErrorField.routine, of: result),
            message: ConnectionHandle.field(ErrorField.message, of: result) ?? "a warning"))
      }, Unmanaged.passUnretained(notices).toOpaque())
  }

  // MARK: - The socket

  var socket: Int32 { PQsocket(connection) }
  var isAlive: Bool { PQstatus(connection) == CONNECTION_OK }
  var lastError: String {
    let message = String(cString: PQerrorMessage(connection)).onOneLine
    return message.isEmpty ? "the connection is broken" : message
  }

  /// Has the socket watched until it is closed; false if the system refuses.
  func beWatched(_ handler: @escaping @Sendable () -> Void) -> Bool {
    watch = SocketWatcher.watch(socket, for: .reading, handler)
    return watch != nil
  }

  /// Has the socket watched for something else from now on; false if the system refuses.
  func watch(for interest: SocketWatcher.Interest) -> Bool {
    watch?.change(to: interest) ?? false
  }

  /// Ends the watch, and closes the socket behind it.
  ///
  /// - Parameter isWaitedFor: whether a thread waits for it, which is woken.
  func close(wakingReader isWaitedFor: Bool) {
    watch.take()?.end()
    if isWaitedFor { shutdown(socket, Int32(SHUT_RDWR)) }
    // The pointer is nobody else's from here on. What it says at the end may wait for the network.
    nonisolated(unsafe) let connection = connection
    DispatchQueue.global().async { [notices] in
      withExtendedLifetime(notices) { PQfinish(connection) }
    }
  }

  // MARK: - Sending

  func prepare(_ name: String, _ statement: PostgresCall.Statement) -> Bool {
    let types = statement.parameters.map(\.type)
    return PQsendPrepare(connection, name, statement.sql, Int32(types.count), types) == 1
  }

  func run(_ name: String, _ statement: PostgresCall.Statement) -> Bool {
    // One buffer for all, since the pointers must be valid together.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1_024)
    let lengths = statement.parameters.map { $0.encode(into: &bytes) }
    // An empty value has a place as well: without one it would be a null.
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      let pointers = lengths.map { length -> UnsafePointer<CChar>? in
        guard let length else { return nil }
        defer { start += length }
        return bytes.baseAddress.map {
          UnsafeRawPointer($0 + start).assumingMemoryBound(to: CChar.self)
        }
      }
      let formats = [Int32](repeating: 1, count: lengths.count)
      return PQsendQueryPrepared(
        connection, name, Int32(lengths.count), pointers, lengths.map { Int32($0 ?? 0) }, formats, 1
      ) == 1
    }
  }

  func synchronize() -> Bool { PQpipelineSync(connection) == 1 }

  /// 0 if all is sent, 1 if the socket takes no more now, -1 if it is broken.
  func flush() -> Int32 { PQflush(connection) }

  // MARK: - Receiving

  func consume() -> Bool { PQconsumeInput(connection) == 1 }

  /// What has arrived; nil if more must arrive first.
  func nextAnswer() -> Answer? {
    guard PQisBusy(connection) == 0 else { return nil }
    guard let result = PQgetResult(connection) else {
      return isAlive ? .statementEnded : .broken(lastError)
    }
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return .result(Self.contents(of: result))
    case PGRES_PIPELINE_SYNC: return .callEnded
    case PGRES_PIPELINE_ABORTED: return .aborted
    default: return answer(to: result)
    }
  }

  private func answer(to result: OpaquePointer) -> Answer {
    let message =
      Self.field(ErrorField.message, of: result)
      ?? String(cString: PQresultErrorMessage(result)).onOneLine
    // Without a number it is libpq's own word of a broken connection; what ends the server's process may
    // come behind a commit.
    guard let state = Self.field(ErrorField.state, of: result),
      Self.field(ErrorField.severity, of: result) == "ERROR"
    else { return .broken(message) }
    let detail = Self.field(ErrorField.detail, of: result).map { " (\($0))" } ?? ""
    return .refused(
      PostgresFailure(kind: .refused(state), reason: "\(message)\(detail), SQLSTATE \(state)"))
  }

  private static func contents(of result: OpaquePointer) -> PostgresCall.Result {
    let columns = PQnfields(result)
    let rows = (0..<PQntuples(result)).map { row in
      PostgresRow(
        columns: (0..<columns).map { column in
          guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column)
          else { return nil }
          let length = Int(PQgetlength(result, row, column))
          return Array(UnsafeRawBufferPointer(start: value, count: length))
        })
    }
    let count = Int(String(cString: PQcmdTuples(result)))
    return PostgresCall.Result(rows: rows, count: count ?? rows.count)
  }

  /// What the server said since the last call ended of a commit that is not on its standby; nil if it did not.
  func takeUnsafeCommit() -> String? { notices.take() }

  private static func field(_ code: Int32, of result: OpaquePointer) -> String? {
    PQresultErrorField(result, code).map { String(cString: $0) }
  }
}

/// The fields of an error by their letters, since Swift does not see the header's macros
/// (`postgres_ext.h`, `PG_DIAG_…`).
private enum ErrorField {
  /// `ERROR`, `FATAL`, `WARNING` and so on, in English always.
  static let severity = Int32(UInt8(ascii: "V"))
  static let state = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
  static let detail = Int32(UInt8(ascii: "D"))
  /// Where the server's source code says it: the same in every language.
  static let file = Int32(UInt8(ascii: "F"))
  static let routine = Int32(UInt8(ascii: "R"))
}

/// The first notice of a call that its commit is not safe.
///
/// Any other is the server's own affair, which its log has: that the system's collations have changed, for
/// example, of which each connection is warned that is opened.
private final class Notices: Sendable {
  private let first = Mutex<String?>(nil)

  func note(_ notice: ServerNotice) {
    guard notice.tellsOfUnsafeCommit else { return }
    first.withLock { $0 = $0 ?? notice.message }
  }

  func take() -> String? { first.withLock { $0.take() } }
}
