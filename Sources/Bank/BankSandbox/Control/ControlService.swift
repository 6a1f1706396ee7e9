import Bank
import FoundationEssentials
import Money
import SandboxKit
import StarlingAPI

/// What happens to the sandbox from outside the API: time passes, payments come and settle, things go
/// wrong. Nobody is asked for a token.
struct ControlService: Sendable {
  let bank: EmbeddedBank
  let customer: String
  let clock: SandboxClock
  let faults: FaultBook
  let lag: FeedLag
  let late: LateRequests
  let requests: RequestLog

  func reply(to call: IncomingCall) async throws -> WrittenReply {
    do {
      return try WrittenReply(try await answer(call))
    } catch let problem as RequestProblem {
      return try WrittenReply(.problem(problem))
    } catch let error as BankError {
      return try WrittenReply(.problem(.said("\(error)")))
    } catch let error as SandboxError {
      return try WrittenReply(.problem(.said(error.description)))
    }
  }

  /// The most bytes of a body.
  static let bodyLimit = 1_048_576

  /// Looks at a request before its body is read.
  func admit(_ head: IncomingHead) throws(RequestProblem) {
    // Any page that is open in a browser can reach this computer, and no token keeps it out.
    guard head.origin == nil else {
      throw RequestProblem.said("the controls are not for web pages", status: 403)
    }
  }

  private func answer(_ call: IncomingCall) async throws -> Reply {
    let path = call.head.target.segments.dropFirst().map(String.init)
    switch (call.head.method, path.first, path.count) {
    case ("GET", "clock", 1): return clockState
    case ("PUT", "clock", 1): return try set(try call.control(Control.ClockSetting.self))
    case ("POST", "accounts", 1):
      return try await open(try call.control(Control.AccountSetting.self))
    case ("POST", "payments", 1):
      return try await post(try call.control(Control.PaymentSetting.self))
    case ("POST", "payments", 3) where path[2] == "settle":
      return try await settle(
        path[1], try call.body.isEmpty ? nil : call.control(Control.Settlement.self))
    case ("POST", "settle", 1): return try await settleAll()
    case ("PUT", "tokens", 1): return try await replaceTokens(try call.tokens())
    case ("GET", "audit", 1):
      return .answer(Control.Audit(differences: try bank.auditDifferences()))
    case ("GET", "faults", 1): return .answer(Control.Faults(faults: faults.pending))
    case ("POST", "faults", 1):
      faults.add(try call.control(Fault.self).checked())
      return .answer(Control.Faults(faults: faults.pending))
    case ("DELETE", "faults", 1):
      faults.removeAll()
      return .answer(Control.Faults(faults: []))
    case ("POST", "late", 1): return .answer(Control.Late(done: await late.carryOut()))
    case ("DELETE", "late", 1):
      late.removeAll()
      return .answer(Control.Late(done: []))
    case ("GET", "feed", 1): return .answer(lag.setting)
    case ("PUT", "feed", 1):
      let setting = try call.control(FeedLag.Setting.self)
      if let problem = setting.problem { throw RequestProblem.said(problem) }
      lag.setting = setting
      return .answer(setting)
    case ("GET", "requests", 1): return .answer(Control.Requests(requests: requests.entries))
    case ("DELETE", "requests", 1):
      requests.removeAll()
      return .answer(Control.Requests(requests: []))
    default: throw RequestProblem.notFound
    }
  }

  private var clockState: Reply {
    .answer(Control.ClockState(now: clock.now, stands: clock.stands))
  }

  private func set(_ setting: Control.ClockSetting) throws -> Reply {
    if setting.saysNow {
      if let now = setting.now { clock.stand(at: now) } else { clock.run() }
    }
    if let seconds = setting.advanceSeconds {
      guard abs(seconds) < 1e11 else { throw RequestProblem.said("advanceSeconds is too large") }
      clock.advance(milliseconds: Int64((seconds * 1000).rounded()))
    }
    return clockState
  }

  private func open(_ setting: Control.AccountSetting) async throws -> Reply {
    guard let currency = Currency(code: setting.currency) else {
      throw RequestProblem.said("ISO 4217 has no currency \(setting.currency)")
    }
    let handle = setting.handle ?? setting.name.lowercased()
    let new = NewAccount(
      id: try setting.uid.map { try id($0) }, handle: handle, name: setting.name,
      currency: currency)
    return .answer(
      Starling.Account(try await bank.writeBehind { try $0.details(of: $0.open(new).id) }))
  }

  private func replaceTokens(_ tokens: [SandboxToken]) async throws -> Reply {
    let grants = tokens.map { $0.grant(at: customer) }
    try await bank.writeBehind { try $0.replaceAccessGrants(grants, keepsRevoked: false) }
    return .answer(Control.TokenCount(tokens: tokens.count))
  }

  func id<Owner>(_ text: String) throws -> Identifier<Owner> {
    guard let id = Identifier<Owner>(text) else {
      throw RequestProblem.said("\"\(text)\" is not a UUID")
    }
    return id
  }
}

extension IncomingCall {
  /// The body as what it must be; what is wrong with it is told in plain words.
  func control<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw RequestProblem.said("the body cannot be read: \(error)")
    }
  }

  /// Tokens are read by one rule wherever they come from; errors never quote them.
  fileprivate func tokens() throws -> [SandboxToken] {
    let text = String(decoding: body, as: UTF8.self)
    return text.filter { !$0.isWhitespace } == "[]" ? [] : try SandboxToken.read(text)
  }
}

extension RequestProblem {
  /// What is wrong with a request to the controls.
  static func said(_ words: String, status: Int = 400) -> RequestProblem {
    .refused(Starling.ErrorCode(rawValue: words), status: status)
  }
}

extension Fault {
  /// The fault, if its numbers make sense.
  fileprivate func checked() throws -> Fault {
    if let probability, !(0...1).contains(probability) {
      throw RequestProblem.said("probability is between 0 and 1")
    }
    if let times, times < 1 { throw RequestProblem.said("times is 1 or more") }
    if let seconds, !(0...3600).contains(seconds) {
      throw RequestProblem.said("seconds are between 0 and 3600")
    }
    if let status, !(200...599).contains(status) {
      throw RequestProblem.said("status is between 200 and 599")
    }
    return self
  }
}
