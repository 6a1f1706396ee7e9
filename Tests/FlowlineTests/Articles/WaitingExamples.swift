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

  static func deliver(to controller: FlowController) throws {
    try controller.deliver("approval", Approval(by: "Ann"), key: "mail-4711")
  }
}
