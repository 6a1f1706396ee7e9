import Flowline
import FlowlineHost
import FoundationEssentials

/// Does what tools are called for, over the sessions of a host.
struct SessionTools: Sendable {
  let host: SessionHost
  let settings: MCPSettings
  let seal: RoundSeal
  let environment: @Sendable () -> FlowEnvironment
  let first: FirstQuestions

  init(
    _ host: SessionHost, _ settings: MCPSettings,
    in environment: @escaping @Sendable () -> FlowEnvironment
  ) {
    self.host = host
    self.settings = settings
    self.environment = environment
    seal = RoundSeal(key: settings.sealKey, keepingIn: settings.values, clock: host.clock)
    first = FirstQuestions(clock: host.clock)
  }

  /// The tools of a user.
  func list(of user: UserID) async throws(HostFault) -> JSONValue {
    let catalog = try await host.catalog(of: user)
    let environment = environment()
    let questions = await first.questions(of: catalog, for: user, in: environment)
    return ToolList(catalog: catalog, first: questions, words: MCPWords(environment)).json
  }

  /// Does a call.
  ///
  /// - Throws: ``RPCError`` if there is no such tool.
  func perform(_ call: ToolCall) async throws(RPCError) -> CallOutcome {
    let result = await outcome { () async throws -> CallOutcome in
      if let state = call.state { return try await resume(state, call) }
      return try await HostedSender.sending(as: .agent(call.client.name, round: nil)) {
        try await begin(call)
      }
    }
    return try result.get()
  }

  /// What comes of work for a call: what goes wrong is told, but for what is no call at all.
  func outcome(
    _ work: () async throws -> CallOutcome
  ) async -> Result<CallOutcome, RPCError> {
    let words = MCPWords(environment())
    do {
      return .success(try await work())
    } catch let error as RPCError {
      return .failure(error)
    } catch let error as ArgumentError {
      return .success(.done(ToolReply(error: error.code, error.message)))
    } catch let fault as HostFault {
      return .success(.done(reply(to: fault, words)))
    } catch let failure as StoreFailure {
      return .success(.done(ToolReply(host.notAdmitted(failure), words("error.busy"))))
    } catch {
      return .success(.done(ToolReply(error: "internal", words("error.internal"))))
    }
  }

  private func begin(_ call: ToolCall) async throws -> CallOutcome {
    switch ToolList.Name(rawValue: call.name) {
    case .list?: return .done(try await sessions(call))
    case .resume?: return try await resume(call)
    case .back?: return try await goBack(call)
    case .leave?: return try await leave(call)
    case nil: return try await start(call)
    }
  }

  // MARK: - Starting

  private func start(_ call: ToolCall) async throws -> CallOutcome {
    let key = SessionKey(call.user, call.session ?? settings.makeSession())
    try await begin(call, as: key)
    return try await next(key, call)
  }

  /// Begins the session of a call; the same call under the same id changes nothing.
  func begin(_ call: ToolCall, as key: SessionKey) async throws {
    let catalog = try await host.catalog(of: call.user)
    let flow = FlowID(call.name)
    guard catalog[flow] != nil, ToolList.isName(flow) else {
      throw RPCError(
        .invalidParams,
        "there is no tool “\(DataText.line(call.name, longest: 80))”; see tools/list")
    }
    let environment = environment()
    var questions: [FirstQuestions.Question]?
    if call.arguments.keys.contains(where: { $0 != ToolList.answers }) {
      let asked = await first.questions(of: catalog, for: call.user, in: environment)[flow] ?? []
      // None may be a question that could not be asked now: then no name is called wrong.
      if !asked.isEmpty { questions = asked }
    }
    let given = try GivenArguments(
      call.arguments, asking: questions, of: flow, catalog, MCPWords(environment)
    ).answers
    _ = try await host.start(flow, as: key, in: environment, given: given)
  }

  // MARK: - Going on

  private func resume(_ call: ToolCall) async throws -> CallOutcome {
    let words = MCPWords(environment())
    let arguments = try SessionArguments(call.arguments, of: .resume, words)
    let key = SessionKey(call.user, arguments.session)
    let state = try await settle(key, call.progress)
    guard let input = arguments.input else { return try await next(key, call) }
    guard let question = state.question else {
      throw ArgumentError("nothing-asked", words("error.nothing-asked"))
    }
    if let step = arguments.step, step != question.prompt.id.rawValue {
      throw ArgumentError(
        "other-step",
        words(
          "error.other-step", .string(DataText.line(step)), .string(question.prompt.id.rawValue)))
    }
    guard try await !isPersonal(question.prompt, of: call.user) else {
      return try await next(key, call, Turn(note: words("error.personal")))
    }
    let reply = try await host.answer(
      key, input, to: question.token, acknowledging: arguments.isAcknowledged, revising: false)
    return try await after(reply, key, call, Turn(), draft: input)
  }

  private func goBack(_ call: ToolCall) async throws -> CallOutcome {
    let words = MCPWords(environment())
    let key = SessionKey(
      call.user, try SessionArguments(call.arguments, of: .back, words).session)
    let state = try await settle(key, call.progress)
    let reply = try await host.back(key, fromPage: state.question?.prompt.form != nil)
    return try await after(reply, key, call, Turn())
  }

  private func leave(_ call: ToolCall) async throws -> CallOutcome {
    let words = MCPWords(environment())
    let arguments = try SessionArguments(call.arguments, of: .leave, words)
    let key = SessionKey(call.user, arguments.session)
    let reply =
      switch arguments.leaving {
      case nil: try await host.cancel(key)
      case .flow(let path)?: try await host.end(key, flow: path)
      case .place?: try await host.close(key)
      }
    let state = try await settle(key, call.progress)
    var turn = Turn()
    switch reply.reception {
    case .refused(let refusal): turn.note = notTaken(refusal, words)
    case .outdated where arguments.leaving != nil: turn.note = words("note.not-open")
    case .outdated, .accepted, .revised: break
    }
    // What is left is not asked on: its owner said so.
    return .done(try await told(state, call, turn))
  }

  private func sessions(_ call: ToolCall) async throws -> ToolReply {
    let words = MCPWords(environment())
    let allowed: Set<String> = ["after"]
    if let stray = call.arguments.keys.sorted().first(where: { !allowed.contains($0) }) {
      throw ArgumentError("unknown-argument", words("error.unknown-argument", .string(stray)))
    }
    let page = try await host.list(
      SessionQuery(of: call.user, limit: 50, after: call.arguments["after"]?.string))
    return SessionListing(page: page, words: words).reply
  }

  /// Whether only a person answers a question: it is a secret or a file, the catalogue says so, or it
  /// decides on a write that is held, or on what could not be saved, which may be a person's answer.
  func isPersonal(_ prompt: Prompt, of user: UserID) async throws(HostFault) -> Bool {
    if let hold = prompt.hold { return hold.isCommit || hold.isStore }
    if ElicitationForm(prompt, in: environment()) == nil { return true }
    return try await host.catalog(of: user).needsPerson(at: prompt.path)
  }

  private func reply(to fault: HostFault, _ words: MCPWords) -> ToolReply {
    ToolReply(fault, DataText.line(text(of: fault, words), longest: 1_000))
  }

  /// What happened, what it means and what to do.
  func text(of fault: HostFault, _ words: MCPWords) -> String {
    switch fault.code {
    case .notFound: words("error.not-found")
    case .notOffered: fault.refusal.map { words($0.message) } ?? words("error.not-offered")
    case .tooManySessions: words("error.too-many-sessions")
    case .unknownPage: words("error.unknown-page")
    case .tooMuchGiven: words("error.too-much-given")
    case .busy, .full, .closing, .noWorld: words("error.busy")
    case .store: words("error.store")
    case .newerVersion: words("error.newer-version")
    default: words("error.unusable")
    }
  }

  func notTaken(_ refusal: Refusal, _ words: MCPWords) -> String {
    words("form.not-taken", .string(DataText.line(words(refusal.message))))
  }
}

/// What of a tool's arguments makes no sense: what was expected, what came, what to do next.
struct ArgumentError: Error {
  let code: String
  let message: String

  init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }
}
