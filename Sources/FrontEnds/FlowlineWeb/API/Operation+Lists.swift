import Flowline
import FlowlineHost
import FlowlineMessages
import FoundationEssentials
import Hummingbird

extension Operation {
  /// What there is: flows, and the sessions of the user.
  static let lists: [Operation] = [
    Operation(
      id: "listFlows", method: .get, path: "flows", summary: "The flows that can be started.",
      replies: [(200, "Flows")]
    ) { call, service in
      let catalog = try await service.host.offers(to: call.user)
      return .json(["flows": catalog.list(in: service.environment())])
    },
    Operation(
      id: "listSessions", method: .get, path: "sessions",
      summary: "The user’s sessions, the last changed first, in pages.",
      query: [
        Parameter(
          name: "state", summary: "Only those that stand so.",
          schema: [
            "type": "string", "enum": .array(Standing.allCases.map { .string($0.rawValue) }),
          ]),
        Parameter(name: "flow", summary: "Only those of this flow.", schema: ["type": "string"]),
        Parameter(
          name: "limit", summary: "How many at the most.",
          schema: ["type": "integer", "minimum": 1, "maximum": 200, "default": 50]),
        Parameter(
          name: "after", summary: "The “next” of the page before.", schema: ["type": "string"]),
      ], replies: [(200, "Sessions")], problems: [400]
    ) { call, service in
      var query = SessionQuery(of: call.user, flow: call.query("flow").map { FlowID($0) })
      if let state = call.sent("state") {
        guard let standing = Standing(rawValue: state) else {
          throw RequestFailure.fault(
            RequestFault(
              expected: Standing.allCases.map(\.rawValue).joined(separator: ", ") + " as “state”",
              got: "something else"))
        }
        query.standings = [standing]
      }
      if let text = call.sent("limit") {
        guard let limit = Int(text), 1...200 ~= limit else {
          throw RequestFailure.fault(
            RequestFault(expected: "a number from 1 to 200 as “limit”", got: "something else"))
        }
        query.limit = limit
      }
      query.after = call.query("after")
      return .json(try await service.host.list(query).json)
    },
  ]

  private typealias Standing = SessionSummary.Standing.Kind
}
