package import Flowline
import FoundationEssentials

extension Message {
  /// What may be answered and done now, and why not if it may not.
  ///
  /// - Parameters:
  ///   - legal: what may be done.
  ///   - openFlows: the nested flows that may be ended, each with what it is ended by.
  ///   - line: the request's line.
  ///   - environment: whose language refusals are in.
  /// - Returns: the message `legal`.
  package static func legal(
    _ legal: LegalInputs, ending openFlows: [JSONValue], line: Int,
    in environment: FlowEnvironment
  ) -> Message {
    func verdict<Value>(
      _ result: Result<Value, Refusal>, _ json: (Value) -> JSONValue
    ) -> JSONValue {
      switch result {
      case .success(let value): ["legal": true, "details": json(value)]
      case .failure(let refusal): ["legal": false, "refusal": refusal.json(in: environment)]
      }
    }
    let flows = { (ids: [FlowID]) -> JSONValue in
      ["ends": .array(ids.map { .string($0.rawValue) })]
    }
    let start: Result<Void, Refusal> = legal.startRefusal.map { .failure($0) } ?? .success(())
    return Message(
      "legal",
      [
        "line": .integer(Int64(line)),
        "answer": verdict(legal.answer) { answer in
          [
            "step": answer.path.json, "presentation": .integer(Int64(answer.presentation)),
            "takesNothing": .bool(answer.takesNothing), "isForm": .bool(answer.form != nil),
          ]
        },
        "back": verdict(legal.back) { ["to": $0.json] },
        "backTo": .array(legal.changeable.map(\.path.json)),
        "cancel": verdict(legal.cancel, flows), "leave": verdict(legal.terminate, flows),
        "start": verdict(start) { [:] },
        "underWay": .array(legal.underWay.map(\.json)),
        "waits": .array(legal.waits.map(\.json)),
        "openFlows": .array(openFlows),
        "hold": legal.hold.map { prompt in
          [
            "step": prompt.path.json, "presentation": .integer(Int64(prompt.presentation)),
            "choices": .array(prompt.kind.choices.map { .string($0.key) }),
          ]
        },
      ])
  }
}

extension FlowInspection {
  /// The nested flows, as messages tell of them: each with its number, and that of the flow that runs it
  /// unless that is the root.
  package var nestedFlows: [JSONValue] {
    flows.compactMap { flow in
      guard let parent = flow.parent else { return nil }
      var members: [String: JSONValue] = [
        "number": .integer(Int64(flow.number)), "flow": .string(flow.id.rawValue),
        "title": .string(flow.title.text), "isScreen": .bool(flow.isScreen),
      ]
      if flows[parent].parent != nil {
        members["parent"] = .integer(Int64(flows[parent].number))
      }
      return .object(members)
    }
  }
}

extension FlowInspection.Effect {
  /// The work under way, as messages tell of it.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id.rawValue), "kind": .string(kind.rawValue),
      "milliseconds": .integer(Int64(milliseconds)),
    ]
    members["title"] = title.map { .string($0.text) }
    members["done"] = done.map { .integer(Int64($0)) }
    members["remark"] = remark.map { .string($0.text) }
    members["until"] = until.map { .string($0.timestamp) }
    members["total"] = total.map { .integer(Int64($0)) }
    return .object(members)
  }
}
