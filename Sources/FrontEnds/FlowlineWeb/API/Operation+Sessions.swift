import Flowline
import FlowlineHost
import FlowlineMessages
import Hummingbird

extension Operation {
  private static let locale: JSONValue = [
    "type": "string", "minLength": 2, "examples": ["en_GB"],
    "description": "A language, or one with a region; one that is not known is 400.",
  ]
  private static let timeZone: JSONValue = [
    "type": "string", "minLength": 1, "examples": ["Europe/London"],
    "description": "A name of the time zone database; one that is not known is 400.",
  ]
  private static let given: JSONValue = [
    "type": "object", "additionalProperties": true,
    "propertyNames": ["pattern": .string(APISchemas.stepPattern)],
    "description": """
    Answers to questions that will be asked, by their steps. One to a step that is never asked, such as a \
    misspelt one, is not used, and no reply says so: which steps a flow has is known only once it asks. \
    “readAnswers” has those that were taken. The server does not store them: if it was \
    restarted, send the same start again, and they are given to the questions that were not asked yet. \
    Together they may have 256 KiB, unless the server says something else: more are 413.
    """,
  ]

  /// Starting, looking at and forgetting a session.
  static let sessions: [Operation] = [
    Operation(
      id: "startSession", method: .put, path: "sessions/{session}",
      summary:
        "Starts a flow as a session of this id, a random UUID of the caller’s. The same start again by the same user changes nothing; an id that another session has, whosever it is, is 409. If a cookie says who the user is, get it before, by “listFlows” for example: without it each start is another user’s.",
      body: .json,
      properties: [
        ("start", ["type": "string", "description": "The id of the flow."], true),
        ("locale", locale, false), ("timeZone", timeZone, false), ("given", given, false),
      ], takesPatience: true, secrets: .given, problems: [400, 404, 409, 413, 415, 429],
      forbidding: "As “not-offered”: a guard of the flow does not let this user start it now."
    ) { call, service in
      let start = try call.read { members throws(RequestFault) in
        try FlowlineMessages.Request.Start(members)
      }
      let state = try await service.host.start(
        start.flow, as: call.key, in: start.environment(or: service.environment()),
        given: start.given, patience: call.patience)
      return .state(StateBody(state))
    },
    Operation(
      id: "readSession", method: .get, path: "sessions/{session}",
      summary: "How the session stands: what is asked, what is under way, how it ended.",
      takesPatience: true, replies: [(200, "State"), (304, nil)], problems: [404, 409, 429]
    ) { call, service in
      let state = try await service.host.state(of: call.key, patience: call.patience)
      return .state(StateBody(state))
    },
    Operation(
      id: "forgetSession", method: .delete, path: "sessions/{session}",
      summary:
        "Forgets the session with its files, whether it has ended or not. A commit that is under way cannot be stopped: it is 409 until that is done, with when to try again.",
      replies: [(204, nil)], problems: [404, 409, 429], isLaterByConflict: true
    ) { call, service in
      try await service.host.forget(call.key)
      return .nothing
    },
  ]

  /// Looking at what a session has had.
  static let looks: [Operation] = [
    Operation(
      id: "readAnswers", method: .get, path: "sessions/{session}/answers",
      summary: "The questions that were answered, with their answers.",
      replies: [(200, "Answers")], problems: [404, 409, 429]
    ) { call, service in
      .json(["answers": .array(try await service.host.answers(of: call.key).map(\.json))])
    },
    Operation(
      id: "readLegalInputs", method: .get, path: "sessions/{session}/legal",
      summary: "What may be answered and done now, and why not if it may not.",
      replies: [(200, "Legal")], problems: [404, 409, 429]
    ) { call, service in
      guard let inputs = try await service.host.legalInputs(of: call.key) else {
        throw Problem(status: 409, code: "not-running", "the session has ended")
      }
      return .json(
        Message.legal(
          inputs.legal, ending: inputs.openFlows.map(\.json), line: 0, in: inputs.environment
        ).body)
    },
    Operation(
      id: "readFile", method: .get, path: "sessions/{session}/files/{file}",
      summary: "The contents of a file that the session shows, or was answered with.",
      replies: [(200, "Contents")], problems: [404, 409, 429]
    ) { call, service in
      .contents(try await service.host.file(call.digest, of: call.key))
    },
    Operation(
      id: "readJournal", method: .get, path: "sessions/{session}/journal",
      summary: "The session’s journal, a script that replays.", replies: [(200, "Journal")],
      problems: [404, 409, 429]
    ) { call, service in
      .text(try await service.host.journal(of: call.key))
    },
    Operation(
      id: "readResult", method: .get, path: "sessions/{session}/result",
      summary: "How the session ended; 409 if it has not.", takesPatience: true,
      replies: [(200, "End")], problems: [404, 409, 429]
    ) { call, service in
      let state = try await service.host.state(of: call.key, patience: call.patience)
      guard let end = state.end else {
        throw Problem(status: 409, code: "running", "the session has not ended")
      }
      return .json(end.json)
    },
    Operation(
      id: "followSession", method: .get, path: "sessions/{session}/events",
      summary: "The session’s states as they come, as server-sent events, up to its end.",
      replies: [(200, "Events")], problems: [404, 409, 413, 429]
    ) { call, service in
      .states(try await service.host.states(of: call.key), by: service.host.clock)
    },
  ]
}

extension Message {
  /// What it tells, without what belongs to a line.
  fileprivate var body: JSONValue {
    guard case .object(let members) = json else { return json }
    return .object(members.filter { $0.key != "type" && $0.key != "line" })
  }
}
