public import Bank
public import Flowline
import ServiceBasics

/// Logs in to the bank: has the token file read again or a token typed, and shows whom it speaks for.
///
/// It ends only with a token that the bank takes; leaving it leaves the token that was in use.
public struct LogInFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "log-in"
  /// The texts of `BankDesk.xcstrings`.
  public var catalog: TextCatalog? { texts }

  private let login: any BankLogin
  private let trouble: BankError?

  /// Makes the flow.
  ///
  /// - Parameters:
  ///   - login: the bank's log-in.
  ///   - trouble: why a log-in is needed; nil if the person asked for it.
  public init(_ login: any BankLogin, because trouble: BankError? = nil) {
    self.login = login
    self.trouble = trouble
  }

  /// That the person is logged in.
  public func words(for identity: BankIdentity) -> Text? { texts("log-in.result") }

  /// Asks for the token or takes that of the file, until the bank accepts one or the person leaves.
  public func run(_ context: FlowContext) async throws -> BankIdentity {
    var page = LogInPage(tokenFile: login.tokenFile, hasToken: login.hasToken, reason: trouble)
    while true {
      switch try await context.run(page.screen) {
      case .leave: throw FlowCancelled(.user)
      case .type:
        _ = try await context.run(SecretScreen("token", length: 1...8192), checking: check)
      case .file:
        if let trouble = try await readFile(context) {
          page.reason = trouble
          continue
        }
      }
      switch try await identity(context) {
      case .answered(let identity):
        try await show(identity, context)
        return identity
      case .trouble(let trouble): page.reason = trouble
      }
    }
  }

  /// Has the token of the file used.
  ///
  /// Returns why it cannot be.
  private nonisolated(nonsending) func readFile(
    _ context: FlowContext
  ) async throws -> BankError? {
    let reply = try await context.load("token-file") { [login] in
      try await BankReply.of { TokenFileReading(isNew: try login.readTokenFile()) }
    }
    guard case .trouble(let trouble) = reply else { return nil }
    return trouble
  }

  /// Whom the token speaks for.
  ///
  /// A token that may not tell is taken all the same.
  private nonisolated(nonsending) func identity(
    _ context: FlowContext
  ) async throws -> BankReply<BankIdentity> {
    try await context.load("identity") { [login] in
      try await BankReply.of {
        do {
          return try await login.identity()
        } catch let error as BankError where error.code == .insufficientScope {
          return BankIdentity(holder: nil, expiresAt: nil, scopes: [])
        }
      }
    }
  }

  /// Shows whom a token speaks for, until when, and what it allows.
  private nonisolated(nonsending) func show(
    _ identity: BankIdentity, _ context: FlowContext
  ) async throws {
    try await context.show("identity") {
      Row("holder", identity.holder.map { Text(verbatim: $0) } ?? texts("identity.not-said"))
      Row("expires", identity.expiresAt.map { Text($0.date) } ?? texts("identity.not-said"))
      Section("scopes") {
        if identity.scopes.isEmpty { texts("identity.not-said") }
        identity.scopes.map { Row(Text(verbatim: $0)) }
      }
    }
  }

  /// Why a typed token is not taken; nil if the bank takes it, and it is used from then on.
  private var check: @Sendable (Secret<String>) async throws -> Refusal? {
    { [login] token in
      do {
        _ = try await login.logIn(with: token.reveal())
        return nil
      } catch let error as BankError {
        switch error.code {
        case .notLoggedIn: return Refusal("token-refused", texts("token.refused"))
        case .token: return Refusal("not-a-token", texts("token.not-one"))
        case .insufficientScope: return nil
        default: return Refusal("bank-trouble", texts("token.trouble", error.headline))
        }
      }
    }
  }
}

/// What reading the token file came to, as the journal keeps it.
private struct TokenFileReading: Codable {
  /// Whether another token was in it than the one in use.
  let isNew: Bool
}
