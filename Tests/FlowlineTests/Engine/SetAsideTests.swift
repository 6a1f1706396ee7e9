import Testing

@testable import Flowline

/// What going back, or a changed flow, set aside: it follows from the journal alone.
struct SetAsideTests {
  private func setAside(_ lines: String) throws -> SetAside {
    let journal = try Script(parsing: "flow root 1\n\(lines)\n").journal(or: .test)
    return SetAside(journal.entries, of: "root")
  }

  private func path(_ ids: StepID...) -> StepPath { StepPath(ids) }

  @Test func `answers that were gone back from are drafts, where they were given`() throws {
    let aside = try setAside(
      "answer a 1\nenter x\nanswer b 2\nanswer c 3\nback b\nanswer b 4")
    #expect(aside.drafts == [path("root", "x", "c"): [3]])
  }

  @Test func `the newest draft of a step comes first`() throws {
    let aside = try setAside("answer a 1\nanswer b 2\nback a\nanswer a 5\nanswer b 6\nback a")
    #expect(aside.drafts[path("root", "a")] == [5])
    #expect(aside.drafts[path("root", "b")] == [6])
    let deep = try setAside("answer a 1\nanswer b 2\nback a\nback a")
    #expect(deep.drafts == [path("root", "a"): [1], path("root", "b"): [2]])
  }

  @Test func `rule 22: a secret is no draft`() throws {
    let aside = try setAside("answer pin {\"redacted\":true}\nback pin")
    #expect(aside.drafts.isEmpty)
  }

  @Test func `what a changed flow does not come to is told by lines that are read again`() throws {
    let journal = try Script(
      parsing: "flow root 1\nanswer a 1\ncommit pay \"k\"\ndone pay 7\n"
    ).journal(or: .test)
    var aside = SetAside()
    let told = aside.takeRest(of: ReplayCursor(journal.entries), below: "root")
    #expect(told.map(\.verb) == [.aside, .aside])
    #expect(SetAside(told, of: "root") == aside)
    #expect(aside.drafts == [path("root", "a"): [1]])
    #expect(aside.commitsEver == 1)
  }

  @Test func `a write that was set aside is taken once, with its reply`() throws {
    var aside = try setAside("aside pay {\"commit\":\"k\",\"done\":7,\"path\":[\"pay\"]}")
    let other = aside.takeCommit(at: path("root", "other"))
    #expect(other == nil)
    let taken = aside.takeCommit(at: path("root", "pay"))
    #expect(taken?.intent == "k")
    #expect(taken?.reply?.payload == .json(7))
    let again = aside.takeCommit(at: path("root", "pay"))
    #expect(again == nil)
    #expect(aside.commitsEver == 1, "its key's number is not used again")
  }

  // MARK: - Once more

  private let keys = (0..<3).map { IdempotencyKey(session: .nilUUID, commit: $0).description }

  private func line(_ key: String, _ reply: String = "") -> String {
    #"aside pay {"commit":"\#(key)"\#(reply),"path":["pay"]}"#
  }

  @Test func `a write that a journal tells twice is one, with what is known of its reply`() throws {
    let (first, second) = (line(keys[0], #","done":7"#), line(keys[0]))
    for lines in ["\(first)\n\(second)", "\(second)\n\(first)"] {
      let aside = try setAside(lines)
      #expect(aside.commits.map(\.reply?.payload) == [.json(7)])
      #expect(aside.commitsEver == 2)
    }
  }

  @Test func `a write that was taken is open no more, however often it was told`() throws {
    let (told, taken) = (line(keys[0]), "commit pay \"\(keys[0])\"\ndone pay 7")
    for lines in ["\(told)\n\(told)\n\(taken)", "\(told)\n\(taken)\n\(told)"] {
      #expect(try setAside(lines).commits.isEmpty, "\(lines)")
    }
    let other = try setAside("\(line(keys[1]))\n\(taken)")
    #expect(other.commits.map(\.intent) == [.string(keys[1])], "its key is another")
  }

  @Test func `writes of one step are kept in the order in which the flow came to them`() throws {
    let journal = try Script(
      parsing: """
        flow root 1
        answer a 1
        \(line(keys[1], #","done":8"#))
        \(line(keys[2], #","done":9"#))
        commit pay "\(keys[0])"
        done pay 7
        commit pay "\(keys[1])"
        done pay 8

        """
    ).journal(or: .test)
    var aside = SetAside(journal.entries, of: "root")
    #expect(aside.commits.map(\.intent) == [.string(keys[2])])
    let told = aside.takeRest(of: ReplayCursor(journal.entries), below: "root")
    #expect(aside.commits.map(\.reply?.payload) == [.json(8), .json(9), .json(7)])
    #expect(SetAside(told, of: "root") == aside)
  }

  @Test func `an answer uses up the draft that it was given instead of, and is the next itself`()
    throws
  {
    let journal = try Script(
      parsing: """
        flow root 1
        aside b {"path":["b"],"value":"Bike"}
        answer a 1
        answer b "Boat"

        """
    ).journal(or: .test)
    var cursor = ReplayCursor(journal.entries)
    let passed = cursor.passed()
    #expect(passed.map(\.verb) == [.aside])
    var aside = SetAside(journal.entries, of: "root")
    #expect(aside.drafts.isEmpty)
    let told = aside.takeRest(of: cursor, below: "root")
    #expect(aside.drafts == [path("root", "a"): [1], path("root", "b"): ["Boat"]])
    #expect(SetAside(passed + told, of: "root") == aside, "the journal tells the same")
  }

  @Test func `a write that is set aside again is taken once, and the next one is sent`() throws {
    var session = BareSession()
    session.start()
    session.ask("a", in: session.root)
    session.answer(1)
    let sent = session.commit("pay", of: 1, in: session.root)
    let first = try #require(sent)
    session.engine.arrived(first, .value(.json(7)))
    session.run()
    for question: StepID in ["new", "newer", "newest"] {
      session = try session.resumed()
      session.ask(question, in: session.root)
      session.answer(1)
      let start = session.engine.commitBegan(.init(id: "pay", contents: 1), in: session.root)
      guard case .reply(let reply) = start else { return #expect(Bool(false), "\(start)") }
      #expect(reply.entry.payload == .json(7))
      #expect(session.engine.replyStands(reply, in: .trunk) == nil)
      #expect(session.engine.setAside.commits.isEmpty)
    }
    let next = session.commit("pay", of: 1, in: session.root)
    let second = try #require(next, "it is sent")
    #expect(second.key != first.key)
  }
}
