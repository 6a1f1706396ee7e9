import BooksClient
import Flowline
import FreeAgentAPI
import Money
import ServiceBasics
import ServiceSteps

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
    var place = ListPlace()
    try await books.browse(
      "guess", reading: "guesses", at: &place,
      asking: { texts("guess.question", $0.total ?? $0.elements.count) },
      orShowing: ReviewScreen("nothing-left").with(["account": account.name])
    ) {
      try await $0.guesses(in: account, page: $1)
    } shown: {
      $0.row
    } several: {
      try await approve(several: $0, books)
    } visiting: {
      FiledExplanationFlow(access: access, account: account, filed: $0)
    } counting: {
      $0
    }
    return place.visits
  }

  /// Approves those that are chosen, one by one, and says which could not be, and why.
  ///
  /// Returns how many were approved.
  private func approve(several guesses: [NamedExplanation], _ books: BooksContext) async throws
    -> Int
  {
    let options = guesses.map {
      let (key, label, detail) = $0.row
      return Option(key, $0, label: label, detail: detail)
    }
    let chosen = try await books.flow.run(MultipleChoiceScreen("right", options: options))
    var failed: [Row] = []
    for guess in chosen {
      guard let reason = try await books.problem(approving: guess) else { continue }
      failed.append(Row(guess.row.label, reason, mark: .failure))
    }
    let approved = chosen.count - failed.count
    try await books.flow.show("approved", with: ["count": approved]) { failed }
    return approved
  }
}

extension BooksContext {
  /// Approves an explanation, if it still is what was shown.
  func approve(_ guess: NamedExplanation) async throws -> ApprovalResult {
    try await order("approve", of: guess.explanation.id) { keeper, _ in
      try await keeper.approve(guess)
    }
  }

  /// Takes an explanation away; one that is not there is gone either way.
  func remove(_ id: BookID<FreeAgent.BankTransactionExplanation>) async throws {
    _ = try await order("remove", title: sharedTexts("remove.activity"), of: id) {
      try await $0.remove($1)
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
  fileprivate var row: ListRow {
    let texts = ApproveFlow.texts
    return (
      key: "guess-\(explanation.id.text)",
      label: texts("guess.name", transaction.text, explanation.amount),
      detail: texts("guess.detail", explanation.day, category)
    )
  }
}
