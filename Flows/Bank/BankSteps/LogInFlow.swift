import Bank
import BankServices
import Flowline
import ServiceBasics
import ServiceSteps

/// Logs in to the bank: has a token typed, or the token file read again if there is one, and shows whom it
/// speaks for.
///
/// It ends only with a token that the bank takes; leaving it leaves the token that was in use.
struct LogInFlow: BankFlow {
  static var texts: TextCatalog { sharedTexts }
  let id: FlowID = "log-in"
  let access: BankAccess
  /// Why a log-in is needed; nil if it is not.
  var reason: BankError?

  func words(for identity: BankIdentity) -> Text? { texts("log-in.result") }

  /// How one logs in.
  private enum Way: String, Codable {
    case file, type, leave
  }

  func run(_ context: FlowContext) async throws -> BankIdentity {
    var reason = reason
    while true {
      switch try await way(because: reason, context) {
      case .leave: throw FlowCancelled(.user)
      case .type:
        let token = SecretScreen("token", length: 1...8192).spentByCheck()
        _ = try await context.run(token, checking: check)
      case .file:
        let reply = try await context.load("token-file") { [access] in
          try await BankReply.of { TokenFileReading(isNew: try access.login.readTokenFile()) }
        }
        if case .failed(let error) = reply {
          reason = error
          continue
        }
      }
      switch try await context.load("identity", { [access] in try await access.identity() }) {
      case .answered(let identity):
        try await show(identity, context)
        return identity
      case .failed(let error): reason = error
      }
    }
  }

  /// Says why a log-in is needed, and asks for the way.
  private func way(because reason: BankError?, _ context: FlowContext) async throws -> Way {
    let login = access.services.login
    let file = login?.tokenFile.map { Option(Way.file, detail: Text(verbatim: $0)) }
    let options = [file, Option(Way.type), Option(Way.leave)].compactMap(\.self)
    // A token may be pasted right here.
    let screen = ChoiceScreen("way", options: options).hidingRefused().page {
      if let reason {
        reason.headline
        reason.particulars
        reason.remedy
      } else {
        Row(login?.hasToken == true ? "in-use" : "no-token")
      }
    }
    return try await context.run(
      file == nil ? screen : screen.help(texts("way.help-with-file")))
  }

  /// Shows whom a token speaks for, until when, and what it allows.
  private func show(_ identity: BankIdentity, _ context: FlowContext) async throws {
    let notSaid = texts("identity.not-said")
    try await context.show("identity") {
      Row("holder", identity.holder.map { Text(verbatim: $0) } ?? notSaid)
      Row("expires", identity.expiresAt.map { Text($0.date) } ?? notSaid)
      Section("scopes") {
        if identity.scopes.isEmpty { notSaid }
        identity.scopes.map { Row(Text(verbatim: $0)) }
      }
    }
  }

  /// Why a typed token is not taken; nil if the bank takes it, and it is used from then on.
  private func check(_ token: SpentSecret<String>) async throws -> Refusal? {
    do throws(BankError) {
      _ = try await access.login.logIn(with: token.secret?.reveal() ?? "")
      return nil
    } catch {
      switch error.code {
      case .notLoggedIn: return Refusal("token-refused", texts("token.refused"))
      case .token: return Refusal("not-a-token", texts("token.not-one"))
      case .insufficientScope: return nil
      default: return Refusal("bank-trouble", texts("token.trouble", error.headline))
      }
    }
  }
}

extension BankAccess {
  /// Whom the token speaks for.
  ///
  /// A token that may not tell is taken all the same.
  fileprivate func identity() async throws -> BankReply<BankIdentity> {
    try await BankReply.of {
      do {
        return try await login.identity()
      } catch let error as BankError where error.code == .insufficientScope {
        return BankIdentity(holder: nil, expiresAt: nil, scopes: [])
      }
    }
  }
}

/// What reading the token file came to, as the journal keeps it.
private struct TokenFileReading: Codable {
  /// Whether another token was in it than the one in use.
  let isNew: Bool
}
