import Flowline
import FoundationEssentials

/// The texts of this program.
let texts = TextCatalog(PackageResources.Approval_xcstrings)

/// What a second person says about an expense: what the link in the mail to them delivers.
struct Approval: Codable {
  /// Who says it.
  let by: String
  let isGranted: Bool

  var decision: Decision { isGranted ? .approved(by: by) : .declined(by: by) }
}

/// What became of an expense.
enum Decision: Codable {
  case approved(by: String)
  case declined(by: String)
  /// Nobody decided in time.
  case expired
  /// The person who asked for it thought better of it.
  case withdrawn
}

/// An expense and what became of it.
struct Expense: Codable {
  let purpose: String
  /// In whole pounds.
  let amount: Int
  let decision: Decision
}

/// Asks for an expense and waits until a second person has approved it, for two days at most; or until
/// the person who asked for it withdraws it.
struct ExpenseFlow: Flow {
  let id: FlowID = "expense"
  let catalog: TextCatalog? = texts

  /// How long an answer is waited for, in seconds.
  private static let patience = 2 * 86_400.0

  /// Programs get the result as data; people get these words, in their language.
  func words(for expense: Expense) -> Text? {
    texts(
      "expense.result",
      with: [
        "purpose": expense.purpose, "amount": expense.amount,
        "decision": texts("decision", of: expense.decision),
      ])
  }

  func run(_ context: FlowContext) async throws -> Expense {
    let purpose = try await context.run(TextScreen("purpose"))
    let amount = try await context.run(NumberScreen("amount", in: 1...10_000))
    while true {
      let answer = try await context.first(
        of: Wait("approval", for: Approval.self).map { Answer.decided($0.decision) },
        Wait("deadline", until: context.now.addingTimeInterval(Self.patience))
          .map { _ in Answer.decided(.expired) },
        ConfirmScreen("withdraw").map { $0 ? Answer.decided(.withdrawn) : Answer.undecided })
      if case .decided(let decision) = answer {
        return Expense(purpose: purpose, amount: amount, decision: decision)
      }
    }
  }

  /// What was heard of an expense.
  private enum Answer: Encodable {
    case decided(Decision)
    /// The person did not withdraw it after all.
    case undecided
  }
}
