import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
import NIOPosix
package import NIOSSL
public import ServiceBasics

/// A transport over TCP and TLS 1.2 or later.
public final class NetworkTransport: Transport {
  /// The limits of each request.
  public struct Limits: Sendable, Hashable {
    /// How long a connection may take to be made.
    public var connecting: Duration
    /// How long the answer may take, waiting for a connection included.
    public var answer: Duration
    /// The most bytes of a body that are read.
    public var bodyBytes: Int

    /// Makes limits.
    public init(
      connecting: Duration = .seconds(10), answer: Duration = .seconds(30),
      bodyBytes: Int = 16 * 1024 * 1024
    ) {
      self.connecting = connecting
      self.answer = answer
      self.bodyBytes = bodyBytes
    }
  }

  private let client: HTTPClient
  private let limits: Limits
  private let timing: Timing

  /// Makes a transport; nothing is connected yet.
  ///
  /// - Parameters:
  ///   - limits: how long connecting and the answer may take, and how many bytes are read.
  ///   - timing: how the time for an answer expires.
  public convenience init(_ limits: Limits = Limits(), timing: Timing = Timing()) {
    self.init(limits, timing: timing, trusting: .default)
  }

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - limits: how long connecting and the answer may take, and how many bytes are read.
  ///   - timing: how the time for an answer expires.
  ///   - roots: whose certificates are good.
  package init(_ limits: Limits, timing: Timing, trusting roots: NIOSSLTrustRoots) {
    self.limits = limits
    self.timing = timing
    // All of a client on one event loop: when a request has failed there, nothing of it can be under way
    // on another, so that what is known about its head being sent is final.
    client = HTTPClient(
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton.next(),
      configuration: Self.configuration(limits, roots))
  }

  deinit {
    // Must have happened before the client goes; it is kept until it has.
    client.shutdown { _ in }
  }

  private static func configuration(
    _ limits: Limits, _ roots: NIOSSLTrustRoots
  ) -> HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = roots
    tls.minimumTLSVersion = .tlsv12
    var settings = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow)
    settings.timeout.connect = TimeAmount(limits.connecting)
    settings.connectionPool.retryConnectionEstablishment = false
    settings.httpVersion = .http1Only
    return settings
  }

  /// Closes the connections; requests under way fail.
  public func close() async { try? await client.shutdown().get() }

  /// Sends over HTTP/1.1, and TLS 1.2 or later if the address has `https`; redirects are not
  /// followed.
  ///
  /// A request that takes longer than the limits is ended. Cancelling the task ends it at once.
  public func send(
    _ request: CallRequest, to address: ServiceAddress
  ) async throws(TransportFailure) -> CallResponse {
    guard !Task.isCancelled else { throw .cancelled(wasSent: false) }
    let sending = try request.forSending(to: address)
    let exchange = Exchange(bodyLimit: limits.bodyBytes)
    let task = client.execute(request: sending, delegate: exchange)
    do {
      return try await withTaskCancellationHandler {
        try await within(limits.answer, task) { try await task.get() }
      } onCancel: {
        task.cancel()
      }
    } catch {
      return try exchange.response(after: error)
    }
  }

  /// Fails a request that takes too long; the request ends either way before this does.
  private func within<Answer: Sendable>(
    _ limit: Duration, _ task: HTTPClient.Task<CallResponse>,
    _ body: @Sendable @escaping () async throws -> Answer
  ) async throws -> Answer {
    let expiry = Task { [timing] in
      try await timing.expire(limit)
      task.fail(reason: AnswerTimeout(limit: limit))
    }
    defer { expiry.cancel() }
    return try await body()
  }
}

/// The time for an answer is over.
struct AnswerTimeout: Error {
  let limit: Duration
}

extension CallRequest {
  fileprivate func forSending(
    to address: ServiceAddress
  ) throws(TransportFailure) -> HTTPClient.Request {
    if let name = malformedHeader {
      throw .invalid(cause: .headerUnusable(name))
    }
    var fields = HTTPHeaders(headers.map { ($0.name, $0.value) })
    if let body { fields.replaceOrAdd(name: "Content-Type", value: body.contentType) }
    do {
      return try HTTPClient.Request(
        url: address.text + target, method: HTTPMethod(rawValue: method.rawValue),
        headers: fields, body: body.map { .byteBuffer(ByteBuffer(bytes: $0.bytes)) })
    } catch {
      throw .invalid(cause: .addressUnusable("\(address)"))
    }
  }
}
