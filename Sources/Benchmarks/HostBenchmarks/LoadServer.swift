import Flowline
import FlowlineHost
import FlowlineSQLite
import FlowlineWeb
import Hummingbird
import Logging
import Measuring

extension Bench {
  /// Serves what `web_load.py` puts load on, on loopback until SIGTERM: the API over a host; an answer of
  /// the same size that costs nothing; the same behind a bare insert.
  func serve(besideInsertsIn store: SQLiteJournalStore) async throws {
    let host = host()
    let bare = try BareInserts(path: store.path)
    let router = Router()
    // Each client of the load is a user of its own, by the cookie that it sends.
    SessionAPI<BasicRequestContext>(host) { request, _ in
      request.headers[.cookie].map { UserID($0) }
    }
    .addRoutes(to: router.group("api"))
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
    var logger = Logger(label: "HostBenchmarks")
    logger.logLevel = .warning
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { channel in
        report("listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
      }, logger: logger)
    try await application.runService()
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
