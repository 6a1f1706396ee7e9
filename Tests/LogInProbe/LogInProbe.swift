import FoundationEssentials
import Glibc
import ServiceBasics
import ServiceCalls

/// Uses a log-in as another process does.
///
///     LogInProbe ADDRESS FILE call         asks for things, and says the digest of the token that did it
///     LogInProbe ADDRESS FILE die-unkept   is killed between receiving new tokens and keeping them
///     LogInProbe ADDRESS FILE die-kept     is killed between keeping new tokens and using them
@main
struct LogInProbe {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let address = try? ServiceAddress(arguments[1]) else { exit(2) }
    let service = OAuthService(
      address, approvalPath: ["oauth", "authorize"], tokenPath: ["oauth", "token"],
      client: BasicCredentials(id: "program", secret: "the-secret-of-the-program"),
      takesChallenges: true, userAgent: "probe")
    let network = NetworkTransport()
    let transport: any Transport =
      arguments[3] == "die-unkept" ? DyingTransport(network: network) : network
    let keeper = OAuthTokenKeeper(
      service, file: OAuthTokenFile(path: arguments[2]), transport: transport)
    let caller = ServiceCaller<Refusal>(
      address, userAgent: "probe", tokens: keeper, transport: transport)
    say("ready")
    do {
      if arguments[3] == "die-kept" {
        _ = try await keeper.token()
        kill(getpid(), SIGKILL)
      }
      var budget = RetryBudget(Patience(), Timing())
      let call = Call(
        CallRequest(.get, path: ["things"]), route: "/things", isRepeatable: true,
        reading: .json { try JSONDecoder().decode([String].self, from: $0) })
      let people = try await caller.ask(call, &budget)
      say("\(people.joined()) \(try await keeper.token().digest)")
    } catch {
      say("\(error)")
    }
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// Kills its process once tokens have come.
private struct DyingTransport: Transport {
  let network: NetworkTransport

  func send(
    _ request: CallRequest, to address: ServiceAddress
  ) async throws(TransportFailure) -> CallResponse {
    let response = try await network.send(request, to: address)
    if request.path.last == "token", response.status == 200 { kill(getpid(), SIGKILL) }
    return response
  }

  func close() async { await network.close() }
}

private struct Refusal: ServiceRefusal {
  var status: Int
  var retryAfter: RetryAfter?
  var summary: CodedText { CodedText(words: "status \(status)") }

  init(_ response: CallResponse) {
    status = response.status
    retryAfter = response.retryAfter
  }

  func redacted(by redaction: Redaction) -> Self { self }
}
