import Flowline
import FoundationEssentials

// The examples of WaitingForEvents, as they are printed, with what they need around them.

private enum WaitingExamples {
  struct Approval: Codable, Sendable {
    let by: String
  }

  enum Decision: Encodable, Sendable {
    case made(Approval)
    case expired
    case withdrawn
    case kept
  }

  static func approval(_ context: FlowContext) async throws -> Approval {
    try await context.wait("cooling-off", until: context.now.addingTimeInterval(86_400))
    let approval = try await context.wait("approval", for: Approval.self)
    return approval
  }

  static func decision(
    until deadline: Date, _ context: FlowContext
  ) async throws -> Decision {
    let decision = try await context.first(
      of: Wait("approval", for: Approval.self).map { Decision.made($0) },
      Wait("deadline", until: deadline).map { _ in Decision.expired },
      ConfirmScreen("withdraw", "This is waiting for approval. Withdraw it?")
        .map { $0 ? Decision.withdrawn : Decision.kept })
    return decision
  }

  static func answer(until deadline: Date, _ context: FlowContext) async throws -> Decision {
    let answer = try await context.first(
      of: Wait("approval", for: Approval.self).map { Decision.made($0) },
      Wait("deadline", until: deadline).map { _ in Decision.expired })
    return answer
  }

  static func parcel(_ context: FlowContext) async throws -> Bool {
    let parcel = try await context.wait("parcel-arrived", for: Bool.self, from: .user)
    return parcel
  }

  struct Payment: Codable, Sendable {
    let receipt: String
  }

  struct Order: Codable, Sendable {
    let car: String
  }

  struct Shop: Sendable {
    func release(_ order: Order, _ key: IdempotencyKey) async throws -> Bool { true }
  }

  struct PaymentFlow: Flow {
    let id: FlowID = "payment"
    let until: Date

    func run(_ context: FlowContext) async throws -> Payment {
      let payment = try await context.first(
        of: Wait("paid", for: Payment.self).map { Optional($0) },
        Wait("deadline", until: until).map { _ in nil })
      guard let payment else { throw FlowCancelled() }
      return payment
    }
  }

  static func payment(
    for order: Order, at shop: Shop, until payBy: Date, _ context: FlowContext
  ) async throws -> Payment {
    switch try await context.outcome(of: PaymentFlow(until: payBy)) {
    case .finished(let payment): return payment
    case .cancelled(let reason):
      _ = try await context.commit("release", of: order, shop.release)
      throw FlowCancelled(reason)
    case .failed(let failure): throw failure.cause
    }
  }

  static func deliver(to controller: FlowController) throws {
    try controller.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
  }
}
