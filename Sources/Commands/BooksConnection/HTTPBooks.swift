import Flowline
public import FoundationEssentials
public import FreeAgentAPI
public import ServiceBasics
public import ServiceCalls

/// Books that are reached by their address: FreeAgent’s API over HTTP.
///
/// Reads are retried; writes only if they were certainly not carried out. The load or commit that asks
/// tells how long it waits meanwhile.
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
  ///   - tokens: the log-in.
  ///   - transport: sends the requests.
  ///   - patience: how often and how long a service that does not answer is asked again.
  ///   - timing: the clocks and the sleep.
  public init(
    _ address: BooksAddress, tokens: any AccessTokenProvider, transport: any Transport,
    patience: Patience = Patience(), timing: Timing = Timing()
  ) {
    root = address.root
    self.address = address.service
    self.transport = transport
    caller = ServiceCaller(
      address.service, userAgent: BooksAddress.userAgent, tokens: tokens, transport: transport)
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
      throw FreeAgent.CallProblem.notSent("it cannot be written as JSON")
    }
    var budget = RetryBudget(patience, timing)
    do {
      return try await WaitObserver.telling(to: { EffectProgress.tell($0?.text) }) {
        try await caller.ask(call, &budget)
      }
    } catch let failure as CallFailure<FreeAgent.Failure> {
      if case .cancelled(let wasSent) = failure, !wasSent || Request.method == .get {
        throw CancellationError()
      }
      throw FreeAgent.CallProblem(failure)
    }
  }
}

extension HTTPBooks {
  /// Reads a file over HTTP, without the log-in, once.
  ///
  /// A server that is not the service’s own must be reached by TLS: what the service names is not to lead into
  /// the network of this machine.
  public func contents(at source: String) async throws -> Data {
    guard let file = try? FileAddress(source), file.address.isEncrypted || file.address == address
    else {
      throw FreeAgent.CallProblem.unreadable("the address of a file cannot be used")
    }
    let response: CallResponse
    do throws(TransportFailure) {
      response = try await transport.send(file.request, to: file.address)
    } catch {
      if case .cancelled = error { throw CancellationError() }
      throw FreeAgent.CallProblem.noAnswer("\(error)")
    }
    guard response.status == 200 else {
      throw FreeAgent.CallProblem.refused(FreeAgent.Failure(status: response.status))
    }
    guard response.extent == .whole else {
      throw FreeAgent.CallProblem.unreadable("a file did not come whole")
    }
    return response.body
  }
}

extension FreeAgent.CallProblem {
  /// What a call without an answer means.
  init(_ failure: CallFailure<FreeAgent.Failure>) {
    self =
      switch failure {
      case .notAsked(.logIn(let reason)): Self(reason)
      case .notAsked(.noToken), .notAsked(.token): .loggedOut(failure.cause)
      case .notAsked(.request), .notAsked(.unavailable), .noConnection: .notSent(failure.cause)
      // A write is not sent on to where a redirect leads, and may have been done before it.
      case .refused(let refusal) where (300..<400).contains(refusal.status):
        .unreadable(
          CodedText("redirected", "the server sends the request elsewhere (\(refusal.status))"))
      case .refused(let refusal), .failed(let refusal): .refused(refusal)
      case .busy: .busy(failure.cause)
      case .noAnswer, .cancelled: .noAnswer(failure.cause)
      case .unreadable: .unreadable(failure.cause)
      }
  }

  private init(_ failure: OAuthFailure) {
    self =
      switch failure {
      case .loggedOut: .loggedOut(failure.cause)
      case .busy: .busy(failure.cause)
      // A damaged file is mended by a log-in.
      case .file(_, let cause, _) where cause.code == "log-in-file-damaged": .loggedOut(cause)
      case .file(let path, let cause, _): .file(path: path, cause: cause)
      default: .notSent(BooksLogInTrouble(failure).cause)
      }
  }
}
