import Flowline
import FoundationEssentials

/// The texts of this program.
let texts = TextCatalog(PackageResources.Approval_xcstrings)

/// What a second person says about an expense: what the link in the mail to them delivers.
struct Approval: Codable {
  /// Who says it.
  let by: String
  let isGranted: Bool
}

/// Asks for an expense and waits until a second person has approved it, for two days at most; or until
/// the person who asked for it withdraws it.
struct ExpenseFlow: Flow {
  let id: FlowID = "expense"
  let catalog: TextCatalog? = texts
  let title = texts("flow.title")

  /// How long an answer is waited for, in seconds.
  private static let patience = 2 * 86_400.0

  func run(_ context: FlowContext) async throws -> String {
    let purpose = try await context.run(TextScreen("purpose"))
    let amount = try await context.run(NumberScreen("amount", in: 1...10_000))
    while true {
      let answer = try await context.first(
        of: Wait("approval", for: Approval.self).map { Answer.given($0) },
        Wait("deadline", until: context.now.addingTimeInterval(Self.patience))
          .map { _ in Answer.expired },
        ConfirmScreen("withdraw").map { $0 ? Answer.withdrawn : Answer.kept })
      if let word = answer.word { return "\(purpose), \(amount): \(word)" }
    }
  }

  /// What became of an expense.
  private enum Answer: Encodable {
    case given(Approval)
    case expired
    case withdrawn
    /// The person did not withdraw it after all.
    case kept

    /// What became of it, in a word or two; nil if it is still open.
    var word: String? {
      switch self {
      case .given(let approval): "\(approval.isGranted ? "approved" : "declined") by \(approval.by)"
      case .expired: "expired"
      case .withdrawn: "withdrawn"
      case .kept: nil
      }
    }
  }
}
