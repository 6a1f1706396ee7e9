import Bank
import BankServices
import Flowline
import ServiceBasics
import ServiceSteps

/// Logs out: has the bank end all access tokens of the customer, after a confirmation.
struct LogOutFlow: BankFlow {
  static var texts: TextCatalog { sharedTexts }
  let id: FlowID = "log-out"
  /// The confirmation and the result.
  var steps: ClosedRange<Int>? { 2...2 }
  let access: BankAccess

  func words(for logOut: LogOut) -> Text? {
    switch logOut.loggedOut {
    case true?: texts("log-out.result")
    case false?: texts("log-out.result.here")
    case nil: texts("log-out.result.unknown")
    }
  }

  func run(_ context: FlowContext) async throws -> LogOut {
    try await context.confirm("confirm", texts: "log-out") {
      Row("all")
      Row("again")
      if access.services.login?.logOutEndsVisit == true {
        Row("tasks")
        Row("books")
      }
    }
    var mayBeOut = false
    while true {
      let reply = try await context.commit("log-out", of: LogOut(loggedOut: true)) {
        [access] order, _ in try await access.logOut(as: order)
      }
      switch reply {
      case .answered(let logOut) where logOut.loggedOut == true:
        try await context.conclude("logged-out") { Row("ended") }
        return logOut
      case .answered(let logOut) where logOut.loggedOut == false:
        try await context.conclude("logged-out-here") { Row("not-asked") }
        return mayBeOut ? LogOut(loggedOut: nil) : logOut
      case .failed(let error) where !mayBeOut:
        let remark = texts("log-out.not-done")
        _ = try await context.at(access).recover(from: error, on: "not-done", remark: remark)
      case .answered, .failed:
        // Whatever kept a later attempt back, the first may have been carried out.
        mayBeOut = true
        let isTriedAgain = try await context.choose(
          "log-out-unknown", from: [Option("again", true), Option("leave", false)]
        ) {
          Row("no-answer")
          Row("safe")
        }
        guard isTriedAgain else { return LogOut(loggedOut: nil) }
      }
    }
  }
}

extension BankAccess {
  /// Sends the request.
  ///
  /// An attempt without an answer is an answer of its own: sending it again does no harm and
  /// settles it, so that the session need not be held for it.
  fileprivate func logOut(as order: LogOut) async throws -> BankReply<LogOut> {
    try await BankReply.ofOrder {
      do {
        try await login.logOut()
      } catch let error as BankError where error.code == .notLoggedIn {
        // Without a token here nothing was sent; one that the bank does not know any more is what was wanted.
        return error.causeCode == "no-token" ? LogOut(loggedOut: false) : order
      } catch let error as BankError where error.code == .outcomeUnknown {
        return LogOut(loggedOut: nil)
      }
      return order
    }
  }
}

/// What became of a log-out.
struct LogOut: Sendable, Codable {
  /// Whether the bank has ended all access tokens of the customer: false if it was not asked, as no token was
  /// known here any more; nil if that is not known.
  let loggedOut: Bool?
}

extension LogOut {
  /// Writes `null` if it is not known.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(loggedOut, forKey: .loggedOut)
  }
}
