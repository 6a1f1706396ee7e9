import AsyncHTTPClient
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServiceBasics
import Synchronization

/// Takes what happens to one request: whether anything was sent, and what came back.
final class Exchange: HTTPClientResponseDelegate {
  private struct State {
    /// Whether the head of the request was handed to the connection.
    var isSent = false
    /// What has come; nil before the head of the response has.
    var response: CallResponse?
  }

  private struct BodyTooLong: Error {}

  private let bodyLimit: Int
  private let state = Mutex(State())

  init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

  func didSendRequestHead(task: HTTPClient.Task<CallResponse>, _ head: HTTPRequestHead) {
    state.withLock { $0.isSent = true }
  }

  func didReceiveHead(
    task: HTTPClient.Task<CallResponse>, _ head: HTTPResponseHead
  ) -> EventLoopFuture<Void> {
    state.withLock { state in
      state.response = CallResponse(
        status: Int(head.status.code),
        headers: head.headers.map { CallRequest.Field($0.name, $0.value) }, extent: .cut)
    }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(
    task: HTTPClient.Task<CallResponse>, _ buffer: ByteBuffer
  ) -> EventLoopFuture<Void> {
    let fits = state.withLock { state in
      guard let count = state.response?.body.count, count + buffer.readableBytes <= bodyLimit
      else {
        state.response?.extent = .tooLong(limit: bodyLimit)
        return false
      }
      state.response?.body.append(contentsOf: buffer.readableBytesView)
      return true
    }
    return fits
      ? task.eventLoop.makeSucceededVoidFuture()
      : task.eventLoop.makeFailedFuture(BodyTooLong())
  }

  func didFinishRequest(task: HTTPClient.Task<CallResponse>) throws -> CallResponse {
    try state.withLock { state in
      guard var response = state.response else { throw HTTPClientError.remoteConnectionClosed }
      response.extent = .whole
      return response
    }
  }

  /// What there is after the request has failed: the part of a response that had come, or the failure.
  func response(after error: any Error) throws(TransportFailure) -> CallResponse {
    let (isSent, response) = state.withLock { ($0.isSent, $0.response) }
    switch error {
    case let error as AnswerTimeout:
      throw isSent
        ? .noAnswer(cause: .noReply(within: error.limit)) : .notSent(cause: .slowConnection)
    case let error as HTTPClientError where error == .cancelled:
      throw .cancelled(wasSent: isSent)
    default:
      // What came tells more than how it ended.
      if let response { return response }
      let cause = Self.cause(of: error)
      throw isSent ? .noAnswer(cause: cause) : .notSent(cause: cause)
    }
  }

  private static func cause(of error: any Error) -> CodedText {
    switch error {
    case is NIOConnectionError: .serverSilent
    // What a connection's own attempt ends with, if its host has one address.
    case let error as IOError where error.errnoCode == ECONNREFUSED: .serverSilent
    case let error as NIOSSLError: error.cause
    case let error as NIOSSLExtraError where error.isAboutName: .certificateRefused
    case let error as HTTPClientError:
      switch error {
      case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
        .slowConnection
      case .remoteConnectionClosed: .connectionClosed
      default: .connectionFailed(error.shortDescription)
      }
    default: .connectionFailed("\(error)")
    }
  }
}

extension NIOSSLError {
  /// What it means to those who connect; nothing of the library's own places.
  fileprivate var cause: CodedText {
    switch self {
    case .unableToValidateCertificate, .noCertificateToValidate: return .certificateRefused
    case .uncleanShutdown: return .connectionClosed
    case .handshakeFailed(.sslError(let errors)):
      if errors.contains(.eofDuringHandshake) { return .connectionClosed }
      let reasons = errors.map(\.reason)
      // What comes is no record of TLS.
      if reasons.contains("WRONG_VERSION_NUMBER") { return .notEncrypted }
      if reasons.contains("CERTIFICATE_VERIFY_FAILED") { return .certificateRefused }
      return .connectionFailed("TLS: \(reasons.joined(separator: ", "))")
    default: return .connectionFailed("TLS")
    }
  }
}

extension NIOSSLExtraError {
  /// Whether the certificate is of another host.
  fileprivate var isAboutName: Bool {
    self == .failedToValidateHostname || self == .serverHostnameImpossibleToMatch
  }
}

extension BoringSSLInternalError {
  /// The library's name for it, such as `WRONG_VERSION_NUMBER`, without the file and the line behind it.
  fileprivate var reason: String {
    let words = description
    guard let beginning = words.firstRange(of: "OPENSSL_internal:") else { return "?" }
    return String(words[beginning.upperBound...].prefix { $0 != " " })
  }
}
