import BooksClient
import FlowTestSupport
import Flowline
import FoundationEssentials
import FreeAgentAPI
import ServiceBasics
import Synchronization
import Testing

@testable import BooksFlows

/// A service that fails to answer some requests, and answers others in another way.
final class ServiceBetween: FreeAgent.Service {
  typealias Change = @Sendable (any Sendable) -> any Sendable

  let base: any FreeAgent.Service
  private let problems = Mutex<[String: [FreeAgent.CallProblem]]>([:])
  private let failingWrite = Mutex<(others: Int, problem: FreeAgent.CallProblem)?>(nil)
  private let change = Mutex<Change>({ $0 })
  private let isOffline = Mutex(false)

  init(_ base: any FreeAgent.Service) { self.base = base }

  var root: FreeAgent.Root { base.root }

  /// Answers the next requests whose route ends so with these problems, one after the other.
  func fail(_ route: String, _ problems: FreeAgent.CallProblem...) {
    self.problems.withLock { $0[route] = problems }
  }

  /// Answers one write with a problem, after so many others that are carried out.
  func failWrite(after others: Int = 0, _ problem: FreeAgent.CallProblem) {
    failingWrite.withLock { $0 = (others, problem) }
  }

  /// Takes the connection away, or gives it back: without it nothing is sent.
  func beOffline(_ isOffline: Bool) { self.isOffline.withLock { $0 = isOffline } }

  /// Changes answers from now on.
  func change(_ change: @escaping Change) { self.change.withLock { $0 = change } }

  /// Answers from now on that the user has a level.
  func haveUser(at level: Int) {
    change { answer in
      guard answer is FreeAgent.User else { return answer }
      var user = FreeAgent.User()
      user[FreeAgent.Field("url")] = "https://api.freeagent.com/v2/users/9"
      user[FreeAgent.Field("permission_level")] = level
      return user
    }
  }

  func contents(at source: String) async throws -> Data { try await base.contents(at: source) }

  func answer<Request: FreeAgent.Endpoint>(
    _ request: Request
  ) async throws -> FreeAgent.Reply<Request.Answer> {
    if isOffline.withLock({ $0 }) { throw FreeAgent.CallProblem.notSent("no connection") }
    if let problem = nextProblem(of: Request.self) { throw problem }
    let reply = try await base.answer(request)
    let changed = change.withLock { $0 }(reply.answer)
    var links = reply.links
    // The number that came says nothing of a list that has other elements now.
    if (changed as? AnyHashable) != (reply.answer as? AnyHashable) { links.total = nil }
    return FreeAgent.Reply(try #require(changed as? Request.Answer), links: links)
  }

  private func nextProblem<Request: FreeAgent.Endpoint>(
    of _: Request.Type
  ) -> FreeAgent.CallProblem? {
    if Request.method != .get {
      let problem = failingWrite.withLock { failing -> FreeAgent.CallProblem? in
        guard let (others, problem) = failing else { return nil }
        failing = others > 0 ? (others - 1, problem) : nil
        return others > 0 ? nil : problem
      }
      if let problem { return problem }
    }
    return problems.withLock { problems -> FreeAgent.CallProblem? in
      guard let key = problems.keys.first(where: { Request.route.hasSuffix($0) }),
        problems[key]?.isEmpty == false
      else { return nil }
      return problems[key]?.removeFirst()
    }
  }
}

extension BooksWorld {
  /// A world, and the service between its flows and its books.
  static func withService(
    locale: String = "en_GB", logIn: (any BooksLogIn)? = nil
  ) throws -> (world: BooksWorld, service: ServiceBetween) {
    try with(locale: locale, logIn: logIn) { ServiceBetween($0) }
  }

  /// A world, and a service of one's own between its flows and its books.
  static func with<Between: FreeAgent.Service>(
    locale: String = "en_GB", logIn: (any BooksLogIn)? = nil,
    clock: (any FlowClock)? = nil, settling: Bool = true,
    _ between: (any FreeAgent.Service) -> Between
  ) throws -> (world: BooksWorld, service: Between) {
    let box = Mutex<Between?>(nil)
    let world = try BooksWorld(locale: locale, logIn: logIn, clock: clock, settling: settling) {
      base in
      let service = between(base)
      box.withLock { $0 = service }
      return service
    }
    return (world, try #require(box.withLock { $0 }))
  }

  /// Answers as a page does that was asked back about them.
  func insist(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    let reception = controller.answer(answer, acknowledging: true)
    controller.waitUntilSettled()
    #expect(reception == .accepted, sourceLocation: sourceLocation)
  }

  /// Takes what Enter takes, until a step is asked.
  func enter(until step: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<20 where !self.step.hasSuffix(step) {
      answer("", sourceLocation: sourceLocation)
    }
    try #require(self.step.hasSuffix(step), "\(self.step)", sourceLocation: sourceLocation)
  }
}
