import AsyncHTTPClient
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
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
