import FlowTestSupport
import Flowline
import FlowlineHost
import FlowlineTesting
import FoundationEssentials
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import FlowlineWeb

/// What is said of a write of which nobody knows whether it was carried out.
struct DoubtTests {
  @Test func `what was given up in doubt is said to be unknown, and is not offered again`()
    async throws
  {
    let walk = Walk("open-account", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(Forms.HeldFlow(isCommit: true), summary: "Moves money")
      return catalog
    }
    let web = try WebWalk(walk)
    try await web.test { client in
      _ = try await client.post("/start/open-account", [("session", web.session)])
      let step = try await client.step(of: web.session)
      let ended = try await client.post(step, [("answer", "give-up")])
      #expect(ended.status == .seeOther, "\(ended.text)")
      #expect(ended.location == "/session/\(web.session)/end")
      let page = try await client.get(ended.location).text
      #expect(page.contains("It is not known whether this was done"))
      #expect(page.contains("Check first, for example in your account"))
      #expect(!page.contains("Nothing more will be done") && !page.contains("did not go through"))
      #expect(!page.contains("/start/open-account"))
      let forget = try await client.get("/session/\(web.session)/forget").text
      #expect(forget.contains("its result is not known"))
    }
  }

  @Test(arguments: ["en_GB", "ru_RU"])
  func `what was done is not said to be unknown, though its result cannot be saved`(
    locale: String
  ) throws {
    let stage = Stage(HeldPayment("open-account", isDone: true), locale)
    let markup = String(
      decoding: stage.page().page(in: stage.context).document(in: stage.context), as: UTF8.self)
    #expect(markup.contains(stage.words("hold.done")))
    #expect(!markup.contains(stage.words("hold.unknown")))
    let placed = try #require(stage.controller.placedPrompts.first)
    let question = HostedQuestion(
      prompt: placed.prompt, token: StepToken(placed.prompt, after: placed.before))
    let hold = question.jsonValue()["prompt"]?["hold"]
    #expect(hold?["wasDone"] == true && hold?["mayHaveBeenDone"] == true)
  }

  @Test func `what was given up and found to be done is said to be done, and is not offered again`()
    async throws
  {
    let walk = Walk("open-account", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(HeldPayment("open-account", isDone: true), summary: "Moves money")
      return catalog
    }
    let web = try WebWalk(walk)
    try await web.test { client in
      _ = try await client.post("/start/open-account", [("session", web.session)])
      let step = try await client.step(of: web.session)
      let ended = try await client.post(step, [("answer", "give-up")])
      #expect(ended.location == "/session/\(web.session)/end", "\(ended.text)")
      let page = try await client.get(ended.location).text
      #expect(page.contains("<h1 class=\"heading\">This was done</h1>"))
      #expect(page.contains("Do not do it again."))
      #expect(!page.contains("did not go through") && !page.contains("/start/open-account"))
    }
  }

  @Test func `only a write that was found to be done counts as such`() throws {
    let head = ["flow pay 1", "session 5e5510f1-0000-4000-8000-000000000001", ""]
    func wasDone(_ lines: String...) throws -> Bool {
      try SessionWrites(journal: (head + lines + [""]).joined(separator: "\n")).wereDoneAndGivenUp
    }
    let commit = "commit transfer \"k\""
    let end = "failed {\"error\":\"lost\"}"
    #expect(try wasDone(commit, "fail transfer {\"done\":true,\"error\":\"lost\"}", end))
    #expect(try !wasDone(commit, "fail transfer {\"refused\":\"no\"}", end))
    #expect(try !wasDone(commit, "done transfer {\"done\":true}", end))
    #expect(try !wasDone(commit, end))
  }

  @Test(
    arguments: [
      (.failed("The bank did not answer."), true, .unknown), (.failed("Broken."), false, .failed),
      (.cancelled(.user), true, .unknown), (.cancelled(.user), false, .cancelled),
      (.unfinished(at: StepPath(["pay"])), true, .unfinished), (.finished(true), true, .finished),
    ] as [(SessionSummary.Standing, Bool, HomePage.Session.State)])
  func `the list says of an end in doubt that it is not known`(
    standing: SessionSummary.Standing, isInDoubt: Bool, state: HomePage.Session.State
  ) {
    let held = HeldEffect(
      step: StepPath(["pay", "transfer"]), message: "", text: nil, mayHaveBeenDone: isInDoubt)
    let summary = SessionSummary(
      flow: "pay", version: 1, world: nil, started: nil, answers: 0, firstAnswers: [],
      standing: standing, isUnderWay: false, held: [held])
    let session = StoredSession(
      UUID(), summary, changed: Date(timeIntervalSince1970: 1_795_176_000), isInUse: false)
    #expect(HomePage.Session.State(session) == state)
  }

  @Test func `a write that has an answer leaves no doubt`() throws {
    let head = ["flow pay 1", "session 5e5510f1-0000-4000-8000-000000000001", ""]
    func isInDoubt(_ lines: String...) throws -> Bool {
      try Script(parsing: (head + lines + [""]).joined(separator: "\n"))
        .journal(or: .current).hasWriteInDoubt
    }
    #expect(try isInDoubt("commit transfer \"k\"", "failed {\"error\":\"broken\"}"))
    #expect(try !isInDoubt("commit transfer \"k\"", "done transfer 1", "finish 1"))
    #expect(
      try !isInDoubt(
        "commit transfer \"k\"", "fail transfer {\"refused\":\"no\"}",
        "failed {\"error\":\"no\"}"))
    #expect(try !isInDoubt("cancelled \"user\""))
  }
}
