import FoundationEssentials
import NIOSSL
import ServiceBasics
import ServiceCalls
import ServiceTestSupport
import TestSupport
import Testing

private let never: @Sendable (Duration) async throws -> Void = { _ in try await Signal().wait() }

/// What a transport says of a request that brought no answer, and what it never does.
struct NetworkTransportTests {
  private let read = CallRequest(.get, path: ["a"])
  private let write = CallRequest(
    .put, path: ["a"], body: CallRequest.Body(Data("{}".utf8), contentType: "application/json"))

  /// The failure of a request; nil if there was an answer.
  private func failure(
    of request: CallRequest, at address: String, limits: NetworkTransport.Limits = .init(),
    expire: @escaping @Sendable (Duration) async throws -> Void = never
  ) async throws -> TransportFailure? {
    let transport = NetworkTransport(limits, timing: Timing(expire: expire))
    let address = try ServiceAddress(address)
    do throws(TransportFailure) {
      _ = try await transport.send(request, to: address)
      return nil
    } catch {
      // Not closed: that would wait for a connection that is never made.
      return error
    }
  }

  private func isNotSent(_ failure: TransportFailure?) -> Bool {
    if case .notSent = failure { true } else { false }
  }

  private func isNoAnswer(_ failure: TransportFailure?) -> Bool {
    if case .noAnswer = failure { true } else { false }
  }

  // MARK: - Nothing was sent

  @Test func `a refused connection is known as not sent`() async throws {
    let port = try ClosedPort()
    for request in [read, write] {
      let failure = try await failure(of: request, at: "http://127.0.0.1:\(port.number)")
      #expect(isNotSent(failure), "\(String(describing: failure))")
    }
  }

  @Test func `a host without an address is known as not sent`() async throws {
    // No name may have so long a part, so that nobody is asked for it.
    let host = String(repeating: "a", count: 70) + ".invalid"
    let failure = try await failure(of: write, at: "https://\(host)")
    #expect(isNotSent(failure), "\(String(describing: failure))")
  }

  @Test func `a server that speaks no TLS is known as not sent`() async throws {
    try await ScriptedServer.with([.silence]) { server, address in
      let failure = try await failure(
        of: write, at: address.replacing("http:", with: "https:"),
        limits: .init(connecting: .milliseconds(50)))
      #expect(isNotSent(failure), "\(String(describing: failure))")
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a time-out before there is a connection is known as not sent`() async throws {
    // Connections are taken, and nothing is ever said.
    let port = try ClosedPort(listens: true)
    let failure = try await failure(
      of: write, at: "https://127.0.0.1:\(port.number)", expire: { _ in })
    #expect(isNotSent(failure), "\(String(describing: failure))")
  }

  @Test func `a request that is cancelled while it waits for a connection was not sent`()
    async throws
  {
    let port = try ClosedPort(listens: true)
    // On a busy machine it may be long before the task is cancelled.
    let task = Task {
      try await failure(
        of: write, at: "https://127.0.0.1:\(port.number)",
        limits: .init(connecting: .seconds(3_600)))
    }
    await Task.yield()
    task.cancel()
    #expect(try await task.value == .cancelled(wasSent: false))
  }

  @Test func `a request that is cancelled while others have the connections was not sent`()
    async throws
  {
    let count = 8
    let allCame = Signal()
    let server = ScriptedServer { _, before in
      if before == count - 1 { allCame.send() }
      return .silence
    }
    try await server.during { server, address in
      let transport = NetworkTransport(
        .init(connecting: .seconds(3_600)), timing: Timing(expire: never))
      let address = try ServiceAddress(address)
      let sent = (0..<count).map { _ in
        Task { [read] in try await transport.send(read, to: address) }
      }
      try await allCame.wait()
      let queued = Task { [write] in try await transport.send(write, to: address) }
      await Task.yield()
      queued.cancel()
      await #expect(throws: TransportFailure.cancelled(wasSent: false)) { try await queued.value }
      for task in sent {
        task.cancel()
        await #expect(throws: TransportFailure.cancelled(wasSent: true)) { try await task.value }
      }
      #expect(server.requests.count == count)
      await transport.close()
    }
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    try await ScriptedServer.with([.answer(200)]) { server, address in
      let begun = Signal()
      let task = Task { () async throws -> TransportFailure? in
        try? await begun.wait()
        return try await failure(of: write, at: address)
      }
      task.cancel()
      begun.send()
      let told = try await task.value
      #expect(told == .cancelled(wasSent: false))
      #expect(server.requests.isEmpty)
    }
  }

  // MARK: - It was sent

  @Test func `a connection that ends behind the request leaves it open`() async throws {
    for reply in [ScriptedServer.Reply.close, .bytesAndClose("no reply in HTTP\r\n\r\n")] {
      try await ScriptedServer.with([reply]) { server, address in
        let failure = try await failure(of: write, at: address)
        #expect(isNoAnswer(failure), "\(String(describing: failure))")
        #expect(server.requests.count == 1)
      }
    }
  }

  @Test func `a time-out or a cancellation behind the request leaves it open`() async throws {
    let came = Signal()
    let server = ScriptedServer { _, _ in
      came.send()
      return .silence
    }
    try await server.during { _, address in
      let failure = try await failure(
        of: write, at: address, expire: { _ in try await came.wait() })
      #expect(
        failure == .noAnswer(cause: CodedText("no-reply-in-time", "no reply within 30 s", "30")))
    }
  }

  @Test func `a time-out in the middle of a body leaves it open`() async throws {
    let came = Signal()
    let server = ScriptedServer { _, _ in
      came.send()
      return .bytes("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{")
    }
    try await server.during { _, address in
      let failure = try await failure(
        of: read, at: address, expire: { _ in try await came.wait() })
      #expect(isNoAnswer(failure), "\(String(describing: failure))")
    }
  }

  // MARK: - Answers

  @Test func `an answer has its status, headers and body, whole, cut or too long`() async throws {
    let transport = NetworkTransport(
      .init(bodyBytes: 100), timing: Timing(expire: never))
    let replies: [(ScriptedServer.Reply, String, CallResponse.Extent)] = [
      (.answer(201, "abc", more: "X-Page: 2\r\n"), "abc", .whole),
      (.truncated(201, "abc"), "abc", .cut),
      (
        .answer(201, String(repeating: "x", count: 100)), String(repeating: "x", count: 100), .whole
      ),
      (.answer(201, String(repeating: "x", count: 101)), "", .tooLong(limit: 100)),
    ]
    for (reply, body, extent) in replies {
      try await ScriptedServer.with([reply]) { _, address in
        let response = try await transport.send(read, to: try ServiceAddress(address))
        #expect(response.status == 201)
        #expect(response.extent == extent)
        #expect(response.contentType == "application/json")
        if extent == .whole || extent == .cut {
          #expect(String(decoding: response.body, as: UTF8.self) == body)
        }
        #expect(response.body.count <= 100)
      }
    }
    await transport.close()
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is an answer, and the token goes nowhere else`(status: Int) async throws {
    try await ScriptedServer.with([.answer(200)]) { stranger, elsewhere in
      try await ScriptedServer.with([
        .answer(status, more: "Location: \(elsewhere)/a\r\n")
      ]) { server, address in
        var request = read
        request.headers = [.init("Authorization", "Bearer x")]
        let transport = NetworkTransport()
        let response = try await transport.send(request, to: try ServiceAddress(address))
        await transport.close()
        #expect(response.status == status)
        #expect(server.requests.count == 1)
      }
      #expect(stranger.requests.isEmpty)
    }
  }

  // MARK: - Encryption

  @Test(arguments: [
    (TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true),
  ])
  func `TLS before version 1.2 is not spoken`(version: TLSVersion, isTaken: Bool) async throws {
    try await EncryptedServer.with(atMost: version) { address in
      let transport = NetworkTransport(
        .init(connecting: .seconds(3_600)), timing: Timing(expire: never),
        trusting: .certificates([try EncryptedServer.certificate]))
      let address = try ServiceAddress(address)
      do throws(TransportFailure) {
        let response = try await transport.send(read, to: address)
        #expect(isTaken && response.status == 200)
      } catch {
        #expect(!isTaken && isNotSent(error), "\(error)")
      }
      await transport.close()
    }
  }

  @Test(arguments: [nil, TLSVersion.tlsv13])
  func `a server without TLS, or that nobody vouches for, gets nothing, and that is told`(
    version: TLSVersion?
  ) async throws {
    try await EncryptedServer.with(atMost: version) { address in
      let failure = try await failure(
        of: write, at: address, limits: .init(connecting: .seconds(3_600)))
      let expected =
        version == nil
        ? CodedText("no-tls", "the server does not speak TLS (https)")
        : CodedText("certificate-refused", "the certificate of the server is not accepted")
      #expect(failure == .notSent(cause: expected))
      #expect(CallFailure<PlainRefusal>.noConnection(expected).waitReason == nil)
      let ofLogIn = CallFailure<PlainRefusal>.notAsked(.logIn(.unavailable(expected)))
      #expect(ofLogIn.waitReason == nil)
    }
  }
}
