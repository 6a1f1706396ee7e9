import Flowline
import FlowlineHost
import FlowlineSQLite
import FlowlineWeb
import Hummingbird
import Logging
import Measuring

extension Bench {
  /// Serves what `web_load.py` puts load on, on loopback until SIGTERM: the API over a host, as `flowline-serve`
  /// has it, with visitors, lock and audit; an answer of the same size that costs nothing; the same behind a bare
  /// insert.
  ///
  /// - Parameters:
  ///   - store: the sessions, beside which rows are inserted.
  ///   - folder: the folder of what is kept beside the sessions.
  func serve(besideInsertsIn store: SQLiteJournalStore, in folder: String) async throws {
    let values = FolderValueStore(folder: "\(folder)/values")
    let visitors = Visitors(keptIn: values)
    let host = host(audit: FileAuditLog(folder: "\(folder)/audit"))
    let bare = try BareInserts(path: store.path)
    let router = Router()
    let constant = ConstantAnswer()
    router.put("constant") { request, _ in
      try await constant.take(request)
      return HTTPResponse.Status.noContent
    }
    router.post("constant") { _, _ in await constant.response }
    router.post("insert") { _, _ in
      try await bare.insert()
      return await constant.response
    }
    // Behind what is compared: that is of no visitor. Each client of the load is one of its own.
    router.add(middleware: visitors.middleware(for: BasicRequestContext.self))
    SessionAPI<BasicRequestContext>(host, lock: WebLock(keptIn: values), visitors: visitors) {
      request, _ in try await visitors.user(of: request)
    }
    .addRoutes(to: router.group("api"))
    var logger = Logger(label: "HostBenchmarks")
    logger.logLevel = .warning
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { channel in
        report("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
      }, logger: logger)
    try await onServingThreads { try await application.runService() }
    await host.close()
  }
}

/// A reply that is always the same: the bytes and headers of one that the API gave.
private actor ConstantAnswer {
  private var body = ByteBuffer()
  private var tag = ""

  func take(_ request: Request) async throws {
    body = try await request.body.collect(upTo: 1 << 20)
    tag = request.headers[.ifMatch] ?? ""
  }

  var response: Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "application/json", .eTag: tag, .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: ResponseBody(byteBuffer: body))
  }
}
