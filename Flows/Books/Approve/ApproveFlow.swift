import BooksClient
import Flowline
import FreeAgentAPI
import Money
import ServiceBasics

/// Goes through the explanations of an account that were guessed: each is approved, taken away or explained
/// anew, or several are approved at once.
///
/// It results in how many were approved.
struct ApproveFlow: BooksFlow {
  static let texts = TextCatalog(PackageResources.Approve_xcstrings)
  let id: FlowID = "approve"
  let access: BooksAccess
  /// The account; nil if it is asked for.
  var account: BookAccount?

  func words(for count: Int) -> Text? { texts("result", count) }

  func run(_ context: FlowContext) async throws -> Int {
    let books = context.at(access)
    let account = try await books.account(account) { texts("account.detail", $0.toApprove) }
    var approved = 0
    while true {
      let guesses = try await books.read("guesses") { try await $0.guesses(in: account) }
      guard !guesses.isEmpty else {
        try await context.show("nothing-left", with: ["account": account.name])
        return approved
      }
      switch try await context.run(list(guesses)) {
      case .one(let guess):
        let flow = FiledExplanationFlow(access: access, account: account, filed: guess)
        if try await context.visit(flow) == true { approved += 1 }
      case .several: approved += try await approveSeveral(of: guesses, books)
      case .done: return approved
      }
    }
  }

  /// Where the list leads.
  private enum Choice: Sendable, Encodable {
    case one(NamedExplanation)
    case several
    case done
  }

  private func list(_ guesses: [NamedExplanation]) -> some Screen<Choice> {
    var options = guesses.map { guess in
      Option(guess.key, Choice.one(guess), label: label(of: guess), detail: detail(of: guess))
    }
    if guesses.count > 1 { options.append(Option("several", .several)) }
    options.append(Option("done", .done))
    return ChoiceScreen(
      "guess", texts("guess.question", guesses.count), options: options,
      default: guesses.count > 1 ? "several" : guesses.first?.key
    ).asMenu()
  }

  private func label(of guess: NamedExplanation) -> Text {
    texts("guess.name", guess.transaction.text, guess.explanation.amount)
  }

  private func detail(of guess: NamedExplanation) -> Text {
    texts("guess.detail", guess.explanation.day, guess.category)
  }

  // MARK: - Several at once

  /// Approves those that are chosen, one by one, and says which could not be, and why.
  private func approveSeveral(of guesses: [NamedExplanation], _ books: BooksContext) async throws
    -> Int
  {
    let options = guesses.map {
      Option($0.key, $0, label: label(of: $0), detail: detail(of: $0))
    }
    let chosen = try await books.flow.run(MultipleChoiceScreen("right", options: options))
    var failed: [(guess: NamedExplanation, reason: Text)] = []
    for guess in chosen {
      if let reason = try await books.problem(approving: guess) { failed.append((guess, reason)) }
    }
    try await books.flow.show("approved", with: ["count": chosen.count - failed.count]) {
      failed.map { Row(label(of: $0.guess), $0.reason, mark: .failure) }
    }
    return chosen.count - failed.count
  }
}

extension BooksContext {
  /// Approves an explanation, if it still is what was shown.
  func approve(_ guess: NamedExplanation) async throws -> ApprovalResult {
    try await order("approve", of: guess.explanation.id) { keeper, _ in
      try await keeper.approve(guess)
    }
  }

  /// Why an explanation could not be approved; nil if it was.
  ///
  /// One that cannot be approved does not keep the others from it; a log-in that has ended is mended.
  fileprivate func problem(approving guess: NamedExplanation) async throws -> Text? {
    while true {
      let reply = try await attempt("approve", of: guess.explanation.id) { keeper, _ in
        try await keeper.approve(guess)
      }
      switch reply {
      case .answered(.approved): return nil
      case .answered(.changed): return ApproveFlow.texts("approved.changed")
      case .answered(.gone): return ApproveFlow.texts("approved.gone")
      case .failed(let error) where error.code == .notLoggedIn:
        try await recover(from: error, on: "not-done")
      case .failed(let error): return error.causeText ?? error.headline
      }
    }
  }
}

extension NamedExplanation {
  /// Not the id alone, which would be mistaken for the number of a row.
  fileprivate var key: String { "guess-\(explanation.id.text)" }
}
