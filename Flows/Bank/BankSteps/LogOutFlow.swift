public import Bank
import BankServices
public import Flowline

/// Logs out: has the bank end all access tokens of the customer, after a confirmation.
public struct LogOutFlow: Flow {
  /// The name under which links, scripts and journals have the flow.
  public let id: FlowID = "log-out"
  /// The texts of `BankDesk.xcstrings`.
  public var catalog: TextCatalog? { texts }
  /// The confirmation and the result.
  public var steps: ClosedRange<Int>? { 2...2 }

  private let login: any BankLogin
  private let access: BankAccess

  /// Makes the flow.
  public init(_ login: any BankLogin, at access: BankAccess) {
    self.login = login
    self.access = access
  }

  /// That the person is logged out, or that it is not known.
  public func words(for logOut: LogOut) -> Text? {
    texts(logOut.loggedOut == true ? "log-out.result" : "log-out.result.unknown")
  }

  /// Has the log-out confirmed and sends it, again if the bank does not answer and the person says
  /// so.
  public func run(_ context: FlowContext) async throws -> LogOut {
    try await context.confirm("confirm", texts: "log-out") {
      Row("all")
      Row("again")
    }
    var mayBeOut = false
    while true {
      switch try await attempt(context) {
      case .answered(let logOut) where logOut.loggedOut == true:
        try await context.conclude("logged-out") { Row("ended") }
        return logOut
      case .answered: mayBeOut = true
      case .trouble(let error) where !mayBeOut:
        guard try await isTriedAgain(after: error, context) else { throw FlowCancelled(.user) }
        continue
      // Whatever kept a later attempt back, the first may have been carried out.
      case .trouble: break
      }
      let isTriedAgain = try await context.choose(
        "log-out-unknown", from: [Option("again", true), Option("leave", false)]
      ) {
        Row("no-answer")
        Row("safe")
      }
      guard isTriedAgain else { return LogOut(loggedOut: nil) }
    }
  }

  /// Sends the request.
  ///
  /// An attempt without an answer is an answer of its own: sending it again does no harm and
  /// settles it, so that the session need not be held for it.
  private nonisolated(nonsending) func attempt(
    _ context: FlowContext
  ) async throws -> BankReply<LogOut> {
    try await context.commit("log-out", of: LogOut(loggedOut: true)) { [login] order, _ in
      try await BankReply.ofOrder {
        do {
          try await login.logOut()
        } catch let error as BankError where error.code == .notLoggedIn {
          // The bank does not know the token any more: that is what was wanted.
        } catch let error as BankError where error.code == .outcomeUnknown {
          return LogOut(loggedOut: nil)
        }
        return order
      }
    }
  }

  /// Says why the bank did not do it, and asks what to do.
  private nonisolated(nonsending) func isTriedAgain(
    after error: BankError, _ context: FlowContext
  ) async throws -> Bool {
    if error.wantsLogIn { return try await context.logIn(because: error, at: access) }
    var page = BankErrorPage(trouble: error, place: .ordering, canLogIn: true)
    page.remark = texts("log-out.not-done")
    switch try await context.run(page.screen) {
    case .again, .earlier: return true
    case .logIn:
      _ = try await context.logIn(because: error, at: access)
      return true
    case .leave: return false
    }
  }
}

/// What became of a log-out.
public struct LogOut: Sendable, Hashable, Codable {
  /// Whether the bank has ended all access tokens of the customer; nil if that is not known.
  public let loggedOut: Bool?

  private enum CodingKeys: CodingKey {
    case loggedOut
  }

  init(loggedOut: Bool?) { self.loggedOut = loggedOut }

  /// Writes `null` if it is not known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(loggedOut, forKey: .loggedOut)
  }
}
