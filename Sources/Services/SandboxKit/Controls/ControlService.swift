import FoundationEssentials

/// The controls that every sandbox has: clock, faults, what is late, how far lists are behind, what
/// came.
///
/// The provider's own come after them. No token is asked for.
struct ControlService: Sendable {
  /// The most bytes of a body.
  static let bodyLimit = 1_048_576

  let world: SandboxWorld
  let others: any ProviderControls

  /// Looks at a request before its body is read.
  func admit(_ head: IncomingHead) throws(ControlProblem) {
    // Any page that is open in a browser can reach this computer, and no token keeps it out.
    guard !head.isOfWebPage else {
      throw ControlProblem("the controls are not for web pages", status: 403)
    }
  }

  func reply(to call: IncomingCall) async throws -> WrittenReply {
    guard call.head.target.segments.count == 2 else { return try await other(call) }
    switch (call.head.method, call.head.target.segments[1]) {
    case ("GET", "clock"): return try clockState
    case ("PUT", "clock"):
      try set(try call.control(ClockSetting.self))
      return try clockState
    case ("GET", "faults"): return try pendingFaults
    case ("POST", "faults"):
      let fault = try call.control(Fault.self)
      if let problem = fault.problem { throw ControlProblem(problem) }
      world.faults.add(fault)
      return try pendingFaults
    case ("DELETE", "faults"):
      world.faults.removeAll()
      return try pendingFaults
    case ("POST", "late"): return try WrittenReply(json: ["done": await world.late.carryOut()])
    case ("DELETE", "late"):
      world.late.removeAll()
      return try WrittenReply(json: ["done": [LateRequests.Done]()])
    case ("GET", "feed"): return try WrittenReply(json: world.lag.setting)
    case ("PUT", "feed"):
      let setting = try call.control(FeedLag.Setting.self)
      if let problem = setting.problem { throw ControlProblem(problem) }
      world.lag.setting = setting
      return try WrittenReply(json: setting)
    case ("GET", "requests"): return try WrittenReply(json: ["requests": world.requests.entries])
    case ("DELETE", "requests"):
      world.requests.removeAll()
      return try WrittenReply(json: ["requests": world.requests.entries])
    default: return try await other(call)
    }
  }

  private func other(_ call: IncomingCall) async throws -> WrittenReply {
    guard let reply = try await others.reply(to: call) else {
      throw ControlProblem("NOT_FOUND", status: 404)
    }
    return reply
  }

  private var pendingFaults: WrittenReply {
    get throws { try WrittenReply(json: ["faults": world.faults.pending]) }
  }

  private var clockState: WrittenReply {
    get throws {
      try WrittenReply(json: ClockState(now: world.clock.now, stands: world.clock.stands))
    }
  }

  private func set(_ setting: ClockSetting) throws(ControlProblem) {
    if let seconds = setting.advanceSeconds, abs(seconds) >= 1e11 {
      throw ControlProblem("advanceSeconds is too large")
    }
    if setting.saysNow {
      if let now = setting.now { world.clock.stand(at: now) } else { world.clock.run() }
    }
    if let seconds = setting.advanceSeconds {
      world.clock.advance(milliseconds: Int64((seconds * 1000).rounded()))
    }
  }
}
