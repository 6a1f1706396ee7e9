import BooksClient
import BooksConnection
import BooksFlows
import BooksHTTP
import BooksSandbox
import FlowTestSupport
import Flowline
import ServiceBasics
import ServiceCalls
import TestSupport
import Testing

/// Whole flows over HTTP at a service that fails, as it and everything between may, at each of their requests.
struct FlowFaultTests {
  /// A session of a program that was just started, whose person tries again until it is done.
  private final class World: SessionWalk {
    init(_ books: OnlineBooks, round: Int) throws {
      let connection = try books.connection(patience: .none)
      super.init(
        BooksFlows.catalog(logIn: connection.logIn) { try connection.keeper() },
        in: Self.environment("en_GB"), after: round)
    }

    /// Answers until the flow ends.
    ///
    /// - Parameter asked: what happens outside before each answer.
    /// - Returns: how often it was held by something that failed.
    func run(
      _ errand: Errand, about thing: String, round: Int, asked: () async throws -> Void = {}
    ) async throws -> Int {
      var answers = errand.answers(about: thing, round: round)
      var holds = 0
      try start(errand.flow)
      for _ in 0..<60 {
        guard let prompt = try await controller.settled(), outcome == nil else { return holds }
        try await asked()
        let step = prompt.path.id?.rawValue ?? ""
        if prompt.hold != nil || step == "not-loaded" || step == "not-done" {
          holds += 1
          await give("again", to: prompt)
        } else if step == "earlier-order" {
          await give("find", to: prompt)
        } else if let answer = errand.answer(
          at: step, choosing: prompt.kind.choices.map(\.key))
        {
          await give(answer, to: prompt)
        } else if let answer = answers[step]?.first {
          if (answers[step]?.count ?? 0) > 1 { answers[step]?.removeFirst() }
          await give(answer, to: prompt)
        } else {
          Issue.record("\(prompt.path): \(prompt.question.text) \(choices) \(page)")
          return holds
        }
      }
      Issue.record("it asks without end: \(step)")
      return holds
    }

    private func give(_ answer: Answer, to prompt: Prompt) async {
      let reception = await controller.answering(
        answer, to: prompt.presentation, acknowledging: false)
      #expect(reception == .accepted, "\(answer) at \(prompt.path)")
    }
  }

  /// All of them where tests may take minutes; else those that tell most of a client.
  private static let faults = ExactlyOnceTests.faults.filter { fault in
    runsLongTests || ["500", "close-after", "late"].contains { fault.contains($0) }
  }

  @Test(arguments: Errand.allCases, faults)
  func `a flow comes to its end, and its writes happen once, whatever fails at whichever request`(
    _ errand: Errand, _ fault: String
  ) async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      var (round, holds, isOver) = (0, 0, false)
      while !isOver {
        let place = "request \(round) of \(errand)"
        let thing = try await errand.prepare(in: books)
        let before = try await errand.made(in: books)
        // So that what was asked before counts no more for the service’s limits.
        try await books.advance(by: .seconds(61))
        try await books.control(.post, "faults", "{\(fault),\"after\":\(round)}")
        let world = try World(books, round: round)
        holds += try await world.run(errand, about: thing, round: round)
        // What is done only after the end is counted, too.
        try await books.control(.post, "late")
        // A fault that waits still has met no request: all of them had theirs.
        isOver = try await books.control(.get, "faults").contains("kind")
        try await books.control(.delete, "faults")
        #expect(try await errand.made(in: books) == before + errand.writes, "\(place)")
        if world.output == nil { Issue.record("\(place): \(String(describing: world.outcome))") }
        #expect(world.controller.leaks.isEmpty && world.controller.diagnostics.isEmpty, "\(place)")
        round += 1
        try #require(round < 60)
      }
      // Of a token that was not taken nobody hears: it is renewed.
      #expect(round > 5 && holds > 0 || fault.contains("401"), "\(round) requests, \(holds) holds")
    }
  }

  @Test(arguments: Errand.allCases)
  func `a write that is done late, but before it is tried again, is found and not sent once more`(
    _ errand: Errand
  ) async throws {
    try await OnlineBooks.with { books in
      try await books.logIn()
      let thing = try await errand.prepare(in: books)
      let made = try await errand.made(in: books)
      let sent = try await books.count(of: errand.method)
      try await books.control(
        .post, "faults", #"{"kind":"late","match":{"method":"\#(errand.method)"}}"#)
      let world = try World(books, round: 0)
      var late = 0
      let holds = try await world.run(errand, about: thing, round: 0) {
        if try await books.control(.post, "late").contains("status") { late += 1 }
      }
      #expect(late == 1)
      // One of several that is not answered holds nobody: what the books show is said of it.
      #expect(holds == (errand == .approveSeveral ? 0 : 1))
      #expect(try await errand.made(in: books) == made + errand.writes)
      let sendings = try await books.count(of: errand.method) - sent
      // Of several it is not waited for, and asked once more: to approve again changes nothing.
      #expect(sendings == errand.writes + (errand == .approveSeveral ? 1 : 0))
      #expect(world.output != nil, "\(String(describing: world.outcome))")
      #expect(world.controller.leaks.isEmpty && world.controller.diagnostics.isEmpty)
    }
  }
}
