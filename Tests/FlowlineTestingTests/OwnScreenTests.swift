import Flowline
import FlowlineTesting
import OwnScreens
import Testing

/// Kinds of questions that Flowline does not know, walked as any other.
struct OwnScreenTests {
  @Test func `rule 23: the journal is the same through front ends that know nothing of the kinds`()
    async
  {
    await FrontEndConformance.expectSameJournal(of: .own, through: [.direct, .stubborn])
  }

  @Test func `what is refused says what to do, and what is taken is recorded in one form`() throws {
    let tester = FlowTester(OwnFlow())
    tester.expect("account", refuses: "", with: .empty)
    tester.expect("account", refuses: "GB33", with: .tooShort)
    tester.expect("account", refuses: .json(7), with: .wrongShape)
    tester.expect("account", refuses: "GB34BUKB20201555555555", with: "not-an-iban")
    tester.answer("account", " gb33 bukb 2020 1555 5555 55")
    tester.expect("place", refuses: .json(["latitude": true]), with: .wrongShape)
    tester.answer("place", "51501 -142")
    #expect(try tester.finished() == "GB33BUKB20201555555555 51501")
    #expect(
      tester.journal.answers.map(\.value) == [
        "GB33BUKB20201555555555", ["latitude": 51_501, "longitude": -142],
      ])
  }

  @Test(arguments: [ScriptReplay.Mode.recorded, .live])
  func `rule 15: a script tells the kinds by their names, and replays`(
    mode: ScriptReplay.Mode
  ) async throws {
    let script = try await FrontEnd.direct.script(of: .own)
    #expect(script.contains("\nshow account iban\n") && script.contains("\nshow place position\n"))
    let report = try ScriptReplay(Script(parsing: script), of: Walk.own.catalog()).run(mode)
    #expect(report.mismatch == nil && report.journal.text == script)
  }
}

extension FrontEnd {
  /// Draws the base of each kind, as a front end does that was written before it.
  fileprivate static let stubborn = FrontEnd("stubborn") { walk in
    let controller = FlowController()
    try walk.catalog()[walk.flow]?.start(in: controller, walk.options)
    for input in walk.inputs {
      guard let prompt = controller.prompt, case .text = prompt.kind.base else {
        throw WalkFault("no line of text is asked for")
      }
      switch input {
      case .answer(_, let answer): controller.answer(answer)
      default: controller.back()
      }
    }
    return controller.journal.text
  }
}
