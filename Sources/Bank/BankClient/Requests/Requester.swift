import AsyncHTTPClient
import Bank
import FoundationEssentials
import NIOCore
import NIOHTTP1
import ServiceBasics
import StarlingAPI

/// The one path that every request of the API takes: headers, body, answer, errors.
final class Requester: Sendable {
  let configuration: HTTPBank.Configuration
  let transport: Transport
  let tokens: TokenKeeper
  private let tell: @Sendable (HTTPBank.Event) -> Void

  init(
    _ configuration: HTTPBank.Configuration, tokens: TokenKeeper,
    tell: @escaping @Sendable (HTTPBank.Event) -> Void
  ) {
    self.configuration = configuration
    self.tokens = tokens
    self.tell = tell
    transport = Transport(configuration)
  }

  /// Sends a request until it is answered or patience ends; only once if it must not be repeated.
  func ask<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint, _ tally: inout PatienceTally, token: AccessToken? = nil
  ) async throws(Trouble) -> Endpoint.Answer {
    var attempt = 0
    while true {
      attempt += 1
      do {
        return try await once(endpoint, token: token)
      } catch {
        guard error.mayBeRepeated(Endpoint.isRepeatable) else { throw error }
        let isWaitedFor: Bool
        do {
          isWaitedFor = try await tally.waitOut(error, after: attempt)
        } catch _ {
          throw .cancelled(wasSent: error.mayHaveBeenDone)
        }
        guard isWaitedFor else { throw error }
      }
    }
  }

  /// Sends a request once.
  ///
  /// - Parameter token: the one to send; the one in use if nothing is said.
  func once<Endpoint: Starling.Endpoint>(
    _ endpoint: Endpoint, token: AccessToken? = nil
  ) async throws(Trouble) -> Endpoint.Answer {
    let sent: AccessToken
    let request: HTTPClientRequest
    do {
      sent = try token ?? tokens.token()
      request = try makeRequest(endpoint, token: sent)
    } catch let error as BankError {
      throw .notAsked(error)
    } catch {
      throw .notAsked(.invalidRecord(cause: "it cannot be written as JSON"))
    }
    let clock = ContinuousClock()
    let start = clock.now
    func report(status: Int?) {
      let seconds = (clock.now - start) / .seconds(1)
      tell(
        .request(
          method: Endpoint.method.rawValue, route: Endpoint.route, status: status, seconds: seconds)
      )
    }
    let redaction = Redaction(sent)
    do {
      let answer = try await transport.send(request)
      report(status: answer.status)
      return try read(answer, of: endpoint, redaction)
    } catch {
      if case .noAnswer = error { report(status: nil) }
      if case .noConnection = error { report(status: nil) }
      throw error.redacted(by: redaction)
    }
  }

  private func makeRequest(
    _ endpoint: some Starling.Endpoint, token: AccessToken
  ) throws -> HTTPClientRequest {
    var request = HTTPClientRequest(url: url(of: endpoint))
    request.method = HTTPMethod(rawValue: type(of: endpoint).method.rawValue)
    request.headers.add(name: "Authorization", value: "Bearer \(token.secret)")
    request.headers.add(name: "Accept", value: "application/json")
    request.headers.add(name: "User-Agent", value: configuration.userAgent)
    if let body = endpoint.body {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(bytes: try CanonicalJSON.data(body)))
    }
    return request
  }

  private func url(of endpoint: some Starling.Endpoint) -> String {
    let path = endpoint.path.map { "/\(Self.encoded($0))" }.joined()
    let query = endpoint.query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    return configuration.address.text + path
      + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
  }

  /// Everything but what RFC 3986 calls unreserved, in percent and two hexadecimal digits.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }

  private func read<Endpoint: Starling.Endpoint>(
    _ answer: HTTPAnswer, of endpoint: Endpoint, _ redaction: Redaction
  ) throws(Trouble) -> Endpoint.Answer {
    let body = redaction.redact(answer.body)
    guard (200..<300).contains(answer.status) else {
      throw Trouble(
        Starling.Failure(
          status: answer.status, contentType: answer.contentType, retryAfter: answer.retryAfter,
          body: body))
    }
    if let nothing = Starling.Nothing() as? Endpoint.Answer {
      // A page for people is no success of the bank's.
      guard answer.body.isEmpty || answer.mayBeJSON else {
        throw .unreadable("it is \(answer.contentType ?? ""), not JSON", isCut: false)
      }
      return nothing
    }
    switch answer.extent {
    case .cut: throw .unreadable("it ends in the middle", isCut: true)
    case .tooLong:
      throw .unreadable("it is longer than \(configuration.largestAnswer) bytes", isCut: false)
    case .whole: break
    }
    guard answer.mayBeJSON else {
      throw .unreadable("it is \(answer.contentType ?? ""), not JSON", isCut: false)
    }
    do {
      return try Endpoint.answer(from: body)
    } catch {
      throw .unreadable(Self.words(of: error), isCut: false)
    }
  }

  private static func words(of error: any Error) -> String {
    let context: DecodingError.Context
    switch error {
    case DecodingError.dataCorrupted(let found), DecodingError.typeMismatch(_, let found),
      DecodingError.valueNotFound(_, let found), DecodingError.keyNotFound(_, let found):
      context = found
    default: return "it is no JSON"
    }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    let place = path.isEmpty ? "" : "at \(path.joined(separator: ".")): "
    return place + context.debugDescription
  }
}

extension Trouble {
  fileprivate init(_ failure: Starling.Failure) {
    switch failure.status {
    case 429: self = .busy(failure)
    // Some gateways send it after they have passed the request on.
    case 408: self = .noAnswer("status 408", mayStillHappen: true)
    case 500...: self = .failed(failure)
    default: self = .refused(failure)
    }
  }

  /// Whether the same request may help; a readable answer that is no JSON would come again.
  fileprivate func mayBeRepeated(_ isRepeatable: Bool) -> Bool {
    if case .unreadable(_, isCut: false) = self { return false }
    return isRepeatable || !mayHaveBeenDone
  }

  fileprivate func redacted(by redaction: Redaction) -> Trouble {
    switch self {
    case .notAsked, .cancelled: self
    case .noConnection(let cause): .noConnection(redaction.redact(cause))
    case .refused(let failure): .refused(failure.redacted(by: redaction))
    case .busy(let failure): .busy(failure.redacted(by: redaction))
    case .failed(let failure): .failed(failure.redacted(by: redaction))
    case .noAnswer(let cause, let may): .noAnswer(redaction.redact(cause), mayStillHappen: may)
    case .unreadable(let cause, let isCut): .unreadable(redaction.redact(cause), isCut: isCut)
    }
  }
}
