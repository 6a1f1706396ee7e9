import Flowline
import FlowlinePostgres
import FlowlineWeb
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceLifecycle

/// The page that monitoring systems read, at `/metrics` on a port of its own that only this computer reaches.
struct MetricsPage: Service {
  let port: Int
  let metrics: TextMetrics
  let store: any JournalStore
  let logger: Logger
  let isReady: @Sendable (_ address: String) -> Void

  private static let host = "127.0.0.1"
  private static let began = Date().timeIntervalSince1970

  func run() async throws {
    _ = Self.began
    do {
      try await application.run()
    } catch {
      throw ServeFailure(
        listeningOn: Self.host, port: port, error,
        advice: "Choose another one with --metrics-port.") ?? error
    }
  }

  private var application: some ApplicationProtocol {
    let requestGuard = RequestGuard(hosts: AllowedHosts(["localhost", "127.0.0.1", "[::1]"]))
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.get("metrics") { request, _ in
      guard requestGuard.fault(of: request) == nil, !requestGuard.isOfOtherSite(request) else {
        return Response(status: .misdirectedRequest)
      }
      return Response(
        status: .ok,
        headers: [
          .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
        ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname(Self.host, port: port), serverName: nil),
      onServerRunning: { [port, isReady] channel in
        isReady("http://\(Self.host):\(channel.localAddress?.port ?? port)/metrics")
      }, logger: logger)
  }

  private var text: String {
    metrics.text + databaseLines + Self.processLines
  }

  private var databaseLines: String {
    guard let calls = (store as? PostgresJournalStore)?.calls else { return "" }
    return Self.line("flowline_postgres_transactions_total", "counter", "\(calls.transactions)")
      + Self.line("flowline_postgres_statements_total", "counter", "\(calls.statements)")
      + Self.line("flowline_postgres_connections", "gauge", "\(calls.connections)")
  }

  /// The names are those that Prometheus's own clients have for a process.
  private static var processLines: String {
    let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let memory = pages.map { line("process_resident_memory_bytes", "gauge", "\($0 * pageSize)") }
    return (memory ?? "") + line("process_start_time_seconds", "gauge", "\(began)")
  }

  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  private static func line(_ name: String, _ type: String, _ value: String) -> String {
    "# TYPE \(name) \(type)\n\(name) \(value)\n"
  }
}
