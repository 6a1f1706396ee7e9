import BankFlows
import Flowline
import FlowlineTesting
import Foundation
import SampleBank
import TestSupport
import Testing

struct JSONLinesConformanceTests {
  @Test func `rule 23: a form answered as a page makes the journal of its fields in turn`()
    async throws
  {
    func walk(_ details: [Walk.Input]) -> Walk {
      Walk(
        "create-goal",
        inputs: [.answer("account", "personal")] + details + [.answer("confirm", "yes")]
      ) { BankFlows.catalog(bank: try SampleBank.make(in: $0)) }
    }
    let page = walk([.page(["name": "Bike", "target": "£250"])])
    let turns = walk([.answer("name", "Bike"), .answer("target", "£250")])
    let inTurn = try await FrontEnd.direct.script(of: turns)
    #expect(try await FrontEnd.direct.script(of: page) == inTurn)
    await FrontEndConformance.expectSameJournal(of: page, through: [.jsonLines])
  }

  @Test func `rule 23: lines of JSON make the same journal as the controller itself`()
    async throws
  {
    let walk = Walk(
      "round-up",
      inputs: [
        .answer("account", "savings"), .answer("account", "1"), .back,
        .answer("account", .json("personal")), .answer("week", ""), .answer("review", true),
        .answer("goal", "new"), .answer("name", "Bike"), .answer("target", "£250"), .cancel,
        .answer("goal", "trip"), .answer("confirm", "yes"), .back, .answer("receipt", ""),
      ]
    ) { BankFlows.catalog(bank: try SampleBank.make(in: $0)) }
    #expect(try await FrontEnd.direct.script(of: walk).contains("\nfinish {"))
    await FrontEndConformance.expectSameJournal(of: walk, through: [.jsonLines])
  }
}

extension Answer {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): ["text": .string(text)]
    case .json(let json): json
    }
  }
}

extension FrontEnd {
  /// The built program, all lines sent ahead.
  fileprivate static let jsonLines = FrontEnd("JSON lines") { walk in
    let head = walk.options
    guard let environment = head.environment, let session = head.session else {
      throw WalkFault("the walk has no world")
    }
    let now = environment.now.formatted(.iso8601)
    let start: JSONValue = [
      "start": .string(walk.flow.rawValue), "session": .string(session.uuidString),
      "locale": .string(environment.locale.identifier), "now": .string(now),
      "timeZone": .string(environment.timeZone.identifier),
    ]
    var lines = [start.text]
    for input in walk.inputs {
      switch input {
      case .answer(_, let answer): lines.append(JSONValue.object(["answer": answer.json]).text)
      case .page(let fields):
        let members = fields.map { ($0.rawValue, $1.json) }
        lines.append(
          JSONValue.object(["fill": .object(Dictionary(uniqueKeysWithValues: members))]).text)
      case .back: lines.append(#"{"back":true}"#)
      case .cancel: lines.append(#"{"cancel":true}"#)
      case .gone: throw WalkFault("the journal cannot be asked for after the end of input")
      }
    }
    lines.append(#"{"journal":true}"#)
    let home = try TemporaryFolder()
    defer { withExtendedLifetime(home) {} }
    var program = BuiltProgram(
      "flowline-jsonl", "--protocol", "jsonl", "--now", now, "--locale",
      environment.locale.identifier, "--time-zone", environment.timeZone.identifier)
    program.environment = ["XDG_STATE_HOME": home.path]
    let result = try await program.run(Data(lines.joined(separator: "\n").utf8))
    guard let script = try result.messages().compactMap({ $0["script"]?.string }).last else {
      throw WalkFault("no journal came: \(result.output) \(result.errors)")
    }
    return script
  }
}
