import Flowline
import Testing

@testable import FlowlineTerminal

struct WalkTests {
  @Test func `answers lead through a flow to its result`() throws {
    let stage = try Stage()
    let report = try stage.walk(TeaFlow(), "2", "3", "yes")
    print(stage.messages.joined(separator: "\n"))
    #expect(report.outcome?.result == ["kind": "Black", "milk": 3])
  }
  @Test func `plain`() throws {
    for l in ["en", "ru"] {
    let stage = try Stage(l, look: .plain)
    let report = try stage.walk(TeaFlow(), "2", "x3", ":help", ":why", ":review", ":state", ":bak", "3", .back(text: "x"), "4", "yes")
    print(stage.messages.joined(separator: "\n"))
    #expect(report.outcome?.result == ["kind": "Black", "milk": 4])
    let stage2 = try Stage(l, look: .bare)
    stage2.columns = 40
    _ = try stage2.walk(TeaFlow(), "2", "x3", ":help", ":why", ":review", ":state", ":bak", "3", .back(text: "x"), "4", "yes")
    print(stage2.messages.joined(separator: "\n"))
    let stage3 = try Stage(l, look: .bare)
    _ = try stage3.walk(PayFlow(), "£1", "secret", ":back", "")
    print(stage3.messages.joined(separator: "\n"))
    }
  }
}

extension Outcome<JSONValue> {
  var result: JSONValue? { if case .finished(let result) = self { result } else { nil } }
  var reason: CancelReason? { if case .cancelled(let reason) = self { reason } else { nil } }
}
