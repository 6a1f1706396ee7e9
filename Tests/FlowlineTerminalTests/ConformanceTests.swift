import Flowline
import FlowlineTesting
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Rule 23: the same answers make the same journal, byte for byte.
struct ConformanceTests {
  /// The standard walks without pages: a terminal asks a form's fields one after the other, and goes back
  /// by one of them.
  private static let walks = FlowlineTesting.Walk.standard.filter { walk in
    !walk.inputs.contains { if case .page = $0 { true } else { false } }
  }

  @Test(arguments: walks)
  func `rule 23: a terminal makes the journal of the controller itself`(
    walk: FlowlineTesting.Walk
  ) async {
    await FrontEndConformance.expectSameJournal(of: walk, through: [.terminal])
  }
}

extension FrontEnd {
  /// The lines of a walk, each typed at its question.
  fileprivate static let terminal = FrontEnd("terminal") { walk in
    let folder = try TemporaryFolder()
    guard let environment = walk.options.environment, let session = walk.options.session,
      let entry = try walk.catalog()[walk.flow]
    else { throw WalkFault("the walk has no world, or its flow is not in the catalogue") }
    let (stage, source) = (try Stage(), ThinkingSource())
    let typing = FlowlineTerminal.Walk(
      on: stage.surface, from: source, in: environment, histories: stage.histories, wake: {})
    var left: String?
    source.next = { round in
      guard walk.inputs.indices.contains(round) else {
        left = typing.controller.journal.text
        return ":quit"
      }
      return walk.inputs[round].typed
    }
    defer { source.next = { _ in .endOfInput } }
    // The record has the session's id, which the journal tells.
    let record = try FileStore(folder: folder.path).begin(session)
    let report = try typing.run(entry, keptIn: record)
    return left ?? report.journal.text
  }
}

extension FlowlineTesting.Walk.Input {
  /// What a person types for it.
  fileprivate var typed: LineEvent {
    switch self {
    case .answer(_, .text(let text)), .answer(_, .json(.string(let text))): .line(text)
    case .answer(_, .json(.bool(let isYes))): .line(isYes ? "yes" : "no")
    case .answer(_, .json(let json)): .line(json.text)
    case .back: ":back"
    case .cancel: ":cancel"
    case .page, .gone: .endOfInput
    }
  }
}
