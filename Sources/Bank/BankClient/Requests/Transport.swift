import AsyncHTTPClient
import FoundationEssentials
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends single requests, each once, and says what became of them.
///
/// No redirect is followed, since the token would go along, and nothing is sent again by itself.
final class Transport: Sendable {
  private let client: HTTPClient
  private let timeout: Duration
  private let largestAnswer: Int

  init(_ configuration: HTTPBank.Configuration) {
    var settings = HTTPClient.Configuration(redirectConfiguration: .disallow)
    settings.timeout.connect = TimeAmount(configuration.connectTimeout)
    settings.connectionPool.retryConnectionEstablishment = false
    settings.httpVersion = .http1Only
    client = HTTPClient(
      eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: settings)
    timeout = configuration.requestTimeout
    largestAnswer = configuration.largestAnswer
  }

  deinit {
    // Must have happened before the client goes; it is kept until it has.
    client.shutdown { _ in }
  }

  func close() async { try? await client.shutdown().get() }

  func send(_ request: HTTPClientRequest) async throws(Trouble) -> HTTPAnswer {
    guard !Task.isCancelled else { throw .cancelled(wasSent: false) }
    do {
      return try await withThrowingTaskGroup(of: HTTPAnswer?.self) { group in
        group.addTask { try await self.exchange(request) }
        group.addTask { [timeout] in
          try await Task.sleep(for: timeout)
          return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let answer = first else {
          throw Trouble.noAnswer("it took longer than \(timeout)", mayStillHappen: true)
        }
        return answer
      }
    } catch let trouble as Trouble {
      throw trouble
    } catch {
      throw .cancelled(wasSent: true)
    }
  }

  private func exchange(_ request: HTTPClientRequest) async throws(Trouble) -> HTTPAnswer {
    let response: HTTPClientResponse
    do {
      response = try await client.execute(request, deadline: .distantFuture)
    } catch {
      throw Trouble(error)
    }
    let (body, extent) = try await body(of: response)
    return HTTPAnswer(
      status: Int(response.status.code), contentType: response.headers.first(name: "Content-Type"),
      retryAfter: response.headers.first(name: "Retry-After"), body: body, extent: extent)
  }

  private func body(
    of response: HTTPClientResponse
  ) async throws(Trouble) -> (Data, HTTPAnswer.Extent) {
    var bytes = Data()
    do {
      for try await buffer in response.body {
        guard bytes.count + buffer.readableBytes <= largestAnswer else { return (bytes, .tooLong) }
        bytes.append(contentsOf: buffer.readableBytesView)
      }
    } catch {
      guard !Task.isCancelled else { throw .cancelled(wasSent: true) }
      return (bytes, .cut)
    }
    return (bytes, .whole)
  }
}

extension Trouble {
  /// What has happened to a request that no answer came for.
  fileprivate init(_ error: any Error) {
    switch error {
    case is CancellationError:
      self = .cancelled(wasSent: true)
    case is NIOConnectionError:
      self = .noConnection("nobody answers there")
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      self = .noConnection("nobody answers there")
    case let error as HTTPClientError:
      self.init(error)
    default:
      // The way may be broken, and the bank at work behind it.
      self = .noAnswer("the connection failed: \(error)", mayStillHappen: true)
    }
  }

  private init(_ error: HTTPClientError) {
    switch error {
    case .cancelled:
      self = .cancelled(wasSent: true)
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self = .noConnection("it takes too long to connect")
    case .remoteConnectionClosed:
      self = .noAnswer("the connection was closed", mayStillHappen: true)
    default:
      self = .noAnswer(
        "the connection failed: \(error.shortDescription)", mayStillHappen: true)
    }
  }
}
