import Flowline
import FlowlineHost
import FlowlineMessages
import Hummingbird

extension Operation {
  private static let answerProblems = [400, 404, 409, 412, 413, 415, 422, 429]
  /// Of what depends on no question, so that it is done whatever is asked by now.
  private static let factProblems = answerProblems.filter { $0 != 412 }
  private static let acknowledge: (String, JSONValue, Bool) = (
    "acknowledge",
    ["type": "boolean", "description": "Whether a warning about the answer has been seen."], false
  )
  private static let anyAnswer: JSONValue = [
    "description":
      "The recorded form that the question’s schema says, or {\"text\": \"…\"} as a person types it."
  ]

  /// What changes a session.
  static let inputs: [Operation] = [
    Operation(
      id: "answer", method: .post, path: "sessions/{session}/answer",
      summary: "Answers the question that is asked.", body: .json,
      properties: [("answer", anyAnswer, true), acknowledge], takesToken: true,
      takesPatience: true, secrets: .answered, problems: answerProblems
    ) { call, service in
      let (answer, isAcknowledged) = try call.read { members throws(RequestFault) in
        (
          Answer(member: try members.need("answer", "an answer")),
          try members.bool("acknowledge")
        )
      }
      return try service.reply(
        await service.host.answer(
          call.key, .answer(answer), to: call.token, acknowledging: isAcknowledged,
          revising: false, patience: call.patience))
    },
    Operation(
      id: "fill", method: .post, path: "sessions/{session}/fill",
      summary:
        "Answers the page of a form: all of it is taken, or none; a name that no field has is refused.",
      body: .json,
      properties: [
        (
          "fill",
          [
            "type": "object", "additionalProperties": true,
            "description": "An answer for each field, by its id.",
          ], true
        ), acknowledge,
      ], takesToken: true, takesPatience: true, secrets: .answered, problems: answerProblems
    ) { call, service in
      let (answers, isAcknowledged) = try call.read { members throws(RequestFault) in
        (
          try members.object("fill").mapValues { Answer(member: $0) },
          try members.bool("acknowledge")
        )
      }
      return try service.reply(
        await service.host.answer(
          call.key, .fields(answers), to: call.token, acknowledging: isAcknowledged,
          revising: false, patience: call.patience))
    },
    Operation(
      id: "preview", method: .post, path: "sessions/{session}/preview",
      summary: "What would become of an answer; nothing is changed.", body: .json,
      properties: [("preview", anyAnswer, true)], takesToken: true, replies: [(200, "Preview")],
      problems: answerProblems
    ) { call, service in
      let answer = try call.read { members throws(RequestFault) in
        Answer(member: try members.need("preview", "an answer"))
      }
      let state = try await service.host.state(of: call.key)
      switch try await service.host.preview(answer, to: call.token, in: call.key) {
      case .success(let preview)?:
        var members: [String: JSONValue] = [:]
        members["recorded"] = preview.recorded
        members["echo"] = preview.echo.map { .string($0.text) }
        members["warning"] = preview.warning?.json(in: state.environment)
        return .json(.object(members))
      case .failure(let refusal)?: throw Problem(refusal, in: state.environment, status: 422)
      case nil where state.end == nil: throw service.outdated(.stale, state)
      case nil: throw Problem(status: 409, code: "not-running", "the session has ended")
      }
    },
    Operation(
      id: "back", method: .post, path: "sessions/{session}/back",
      summary: "Goes back to the question before, or to the newest answer of a step.",
      body: .json,
      properties: [
        (
          "back",
          [
            "description": "true, or the end of a step’s path such as “new-goal/name”.",
            "oneOf": [["type": "boolean", "const": true], APISchemas.stepPath],
          ], true
        )
      ], takesToken: true, takesPatience: true, problems: answerProblems
    ) { call, service in
      if let step = call.body["back"]?.string {
        guard let path = GivenAnswer.path(step) else {
          throw RequestFailure.fault(
            RequestFault(expected: "a step such as new-goal/name as “back”", got: "other text"))
        }
        return try service.reply(
          await service.host.back(
            call.key, toStep: path, from: call.token, patience: call.patience))
      }
      try call.read { members throws(RequestFault) in
        try members.expectTrue("back", or: "a step such as new-goal/name")
      }
      return try service.reply(
        await service.host.back(call.key, from: call.token, patience: call.patience))
    },
    verb("cancel", "Leaves the innermost flow: one level, not one question.") { call, host in
      try await host.cancel(call.key, at: call.token, patience: call.patience)
    },
    verb(
      "closed", "Closes the place of its own that the question is shown in, such as a modal."
    ) { call, host in
      try await host.close(call.key, placeOf: call.token, patience: call.patience)
    },
    Operation(
      id: "end", method: .post, path: "sessions/{session}/end",
      summary:
        "Ends one nested flow with all inside it, and none of its siblings; 412 if it is not open.",
      body: .json,
      properties: [
        (
          "end",
          [
            "type": "string", "pattern": .string(APISchemas.stepPattern),
            "description":
              "The flow’s whole path such as “order/address”, see “openFlows” of the legal inputs.",
          ], true
        )
      ], takesToken: true, takesPatience: true, problems: answerProblems
    ) { call, service in
      let path = try call.read { members throws(RequestFault) in
        try members.need("end", "an open flow’s path such as order/address") {
          GivenAnswer.path($0)
        }
      }
      return try service.reply(
        await service.host.end(
          call.key, flow: StepPath(path), at: call.token, patience: call.patience))
    },
    verb("stop", "Gives up what is waited for, if that does no harm.", isAboutWork: true) {
      call, host in
      try await host.stopWaiting(call.key, at: call.token, patience: call.patience)
    },
    Operation(
      id: "language", method: .post, path: "sessions/{session}/language",
      summary: "Continues in another language.", body: .json,
      properties: [("language", ["type": "string", "examples": ["ru"]], true)],
      problems: factProblems
    ) { call, service in
      let language = try call.read { members throws(RequestFault) in
        try members.need("language", "a language such as ru") { $0 }
      }
      return try service.reply(await service.host.speak(language, in: call.key))
    },
    Operation(
      id: "deliver", method: .post, path: "sessions/{session}/deliver",
      summary: "Delivers an event that a flow waits for and takes from the session’s own user.",
      body: .json,
      properties: [
        (
          "deliver",
          [
            "type": "string", "minLength": 1, "description": "The id of the step that waits.",
          ], true
        ),
        ("value", ["description": "What happened, as the flow reads it."], false),
        (
          "key",
          [
            "type": "string",
            "description": "Sent again with the same key and value, the event counts once.",
          ], false
        ),
      ], takesPatience: true, replies: [(200, "Delivered")], problems: factProblems,
      forbidding: """
        As “event-not-allowed”: the flow does not wait for the event, or takes it from the server’s own program \
        alone. No payment and no approval is taken from the one who needs it.
        """
    ) { call, service in
      let (name, value, key) = try call.read { members throws(RequestFault) in
        (
          try members.need("deliver", "the id of a step") { $0.isEmpty ? nil : StepID($0) },
          members["value"] ?? .null, try members.read("key", "text") { $0 }
        )
      }
      return try service.reply(
        await service.host.deliver(
          name, value, key: key, to: call.key, by: .user, patience: call.patience))
    },
    Operation(
      id: "keepFile", method: .post, path: "sessions/{session}/files",
      summary: "Keeps a file, the request’s body, so that a question can be answered with it.",
      query: [
        Parameter(name: "name", summary: "The file’s name.", schema: ["type": "string"])
      ], body: .file, replies: [(201, "File")], problems: [404, 409, 413, 429]
    ) { call, service in
      let contents = FileContents(call.bytes, named: call.query("name") ?? "file")
      let file = try await service.host.keep(contents, for: call.key)
      return .json(["file": file.json], status: 201)
    },
  ]

  /// An operation whose body says its verb and nothing else.
  private static func verb(
    _ name: String, _ summary: String, isAboutWork: Bool = false,
    _ perform: @escaping @Sendable (APICall, SessionHost) async throws -> HostedReply
  ) -> Operation {
    Operation(
      id: name, method: .post, path: "sessions/{session}/\(name)", summary: summary, body: .json,
      properties: [(name, ["type": "boolean", "const": true], true)], takesToken: true,
      isAboutWork: isAboutWork, takesPatience: true, problems: answerProblems
    ) { call, service in
      try call.read { members throws(RequestFault) in try members.expectTrue(name) }
      return try service.reply(try await perform(call, service.host))
    }
  }
}
