public import FoundationEssentials
public import FreeAgentAPI
public import ServiceBasics
public import ServiceCalls

/// Books that are reached by their address: FreeAgent’s API over HTTP.
///
/// Reads are retried, and so are writes that come to the same however often they are carried out; others
/// only if they were certainly not. A call that has to wait reports it to ``tellingWaits(to:during:)``.
public final class HTTPBooks: FreeAgent.Service {
  /// The address below which its resources are.
  public let root: FreeAgent.Root

  private let address: ServiceAddress
  private let transport: any Transport
  private let caller: ServiceCaller<FreeAgent.Failure>
  private let patience: Patience
  private let timing: Timing

  /// Makes a service; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: where it is.
  ///   - tokens: the log-in, such as an `OAuthTokenKeeper`, which renews the access token before it ends.
  ///   - transport: sends the requests, such as a `NetworkTransport`; the caller closes it.
  ///   - userAgent: what the program calls itself; the service wants to know.
  ///   - patience: how often and how long a service that does not answer is asked again.
  ///   - timing: the clocks and the sleep.
  public init(
    _ address: BooksAddress, tokens: any AccessTokenProvider, transport: any Transport,
    userAgent: String = "Flowline", patience: Patience = Patience(), timing: Timing = Timing()
  ) {
    root = address.root
    self.address = address.service
    self.transport = transport
    caller = ServiceCaller(
      address.service, userAgent: userAgent, tokens: tokens, transport: transport)
    self.patience = patience
    self.timing = timing
  }

  /// Has a request answered over HTTP.
  public func answer<Request: FreeAgent.Endpoint>(
    _ request: Request
  ) async throws -> FreeAgent.Reply<Request.Answer> {
    let call: Call<FreeAgent.Reply<Request.Answer>>
    do {
      call = try request.call()
    } catch {
      throw FreeAgent.CallProblem.notSent(.requestNotJSON)
    }
    var budget = RetryBudget(patience, timing)
    do throws(CallFailure<FreeAgent.Failure>) {
      return try await caller.ask(call, &budget)
    } catch {
      if case .cancelled(let wasSent) = error, !wasSent || Request.method == .get {
        throw CancellationError()
      }
      throw FreeAgent.CallProblem(error)
    }
  }

  /// Reads a file over HTTP, without the log-in, once.
  ///
  /// A server that is not the service’s own must be reached by TLS: what the service names is not to lead into
  /// the network of this machine.
  public func contents(at source: String) async throws -> Data {
    guard let file = try? FileAddress(source), file.address.isEncrypted || file.address == address
    else {
      throw FreeAgent.CallProblem.unreadable(.fileAddressUnusable)
    }
    let response: CallResponse
    do throws(TransportFailure) {
      response = try await transport.send(file.request, to: file.address)
    } catch {
      switch error {
      case .cancelled: throw CancellationError()
      case .invalid(let cause), .notSent(let cause): throw FreeAgent.CallProblem.notSent(cause)
      case .noAnswer(let cause): throw FreeAgent.CallProblem.noAnswer(cause)
      }
    }
    guard response.status == 200 else {
      throw FreeAgent.CallProblem.refused(FreeAgent.Failure(status: response.status))
    }
    guard response.extent == .whole else {
      throw FreeAgent.CallProblem.unreadable(.fileCut)
    }
    return response.body
  }
}

extension HTTPBooks {
  /// Asks the books, and reports each second of a wait before they are asked again.
  ///
  /// - Parameters:
  ///   - tell: called with the wait, and with nil when it is over, from the task of the call.
  ///   - call: asks the books.
  /// - Returns: what `call` returns.
  public static func tellingWaits<Answer>(
    to tell: @escaping @Sendable (CallWait?) -> Void, during call: () async throws -> Answer
  ) async rethrows -> Answer {
    try await WaitObserver.telling(to: tell, during: call)
  }
}
