public import Bank
import BankServices
public import Flowline

/// Logs out: has the bank forget all access tokens of the customer, once that is confirmed.
public struct LogOutFlow: Flow {
  public let id: FlowID = "log-out"
  public var title: Text { texts("log-out.title") }
  /// One line about what the flow is for.
  public static var summary: Text { texts("log-out.summary") }
  /// The confirmation and the result.
  public var steps: ClosedRange<Int>? { 2...2 }

  private let login: any BankLogin
  private let desk: Desk

  /// Makes the flow.
  public init(_ login: any BankLogin, at desk: Desk) {
    self.login = login
    self.desk = desk
  }

  public func run(_ context: FlowContext) async throws -> LogOut {
    let remarks = [texts("log-out.all"), texts("log-out.again")].map { Row($0) }
    let confirmation = ConfirmScreen(
      "confirm", texts("log-out.question"), page: [Section(rows: remarks)])
    guard try await context.run(confirmation.label(texts("log-out.label"))) else {
      throw FlowCancelled(.declined)
    }
    let done = try await context.order(
      "log-out", title: texts("log-out.making"), of: LogOut(loggedOut: true), at: desk
    ) { [login] order in
      do {
        try await login.logOut()
      } catch let error as BankError where error.code == .notLoggedIn {
        // Nobody is in any more: that is what was wanted, if not by this request.
      }
      return order
    }
    try await context.conclude(
      with: ReviewScreen(
        "logged-out", texts("logged-out.title"),
        page: [Section(rows: [Row(texts("logged-out.remark"))])]
      ).label(texts("logged-out.label")))
    return done
  }
}

/// That the bank has forgotten all access tokens of the customer.
public struct LogOut: Sendable, Hashable, Codable {
  /// Always so where there is a result.
  public let loggedOut: Bool
}
