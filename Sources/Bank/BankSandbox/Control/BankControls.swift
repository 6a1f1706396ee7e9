import Bank
import EmbeddedBank
import Money
import SandboxKit
import StarlingAPI

/// What happens to the bank from outside the API: accounts are opened, payments come and settle, tokens
/// are given out.
struct BankControls: ProviderControls {
  let bank: EmbeddedBank
  let customer: String

  func reply(to call: IncomingCall) async throws -> WrittenReply? {
    do {
      return try await answer(call).map { WrittenReply($0) }
    } catch let error as BankError {
      throw ControlProblem("\(error)")
    } catch let error as SandboxError {
      throw ControlProblem(error.description)
    }
  }

  private func answer(_ call: IncomingCall) async throws -> Reply? {
    let path = call.head.target.segments.dropFirst().map(String.init)
    switch (call.head.method, path.first, path.count) {
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
    default: return nil
    }
  }

  private func open(_ setting: Control.AccountSetting) async throws -> Reply {
    guard let currency = Currency(inCapitals: setting.currency) else {
      throw ControlProblem("ISO 4217 has no currency \(setting.currency)")
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
      throw ControlProblem("\"\(text)\" is not a UUID")
    }
    return id
  }
}

extension IncomingCall {
  /// Tokens are read by one rule wherever they come from; errors never quote them.
  fileprivate func tokens() throws -> [SandboxToken] {
    let text = String(decoding: body, as: UTF8.self)
    return text.filter { !$0.isWhitespace } == "[]" ? [] : try SandboxToken.read(text)
  }
}
