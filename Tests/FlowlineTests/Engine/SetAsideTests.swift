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
    let told = aside.take(ReplayCursor(journal.entries).left, of: "root")
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
}
