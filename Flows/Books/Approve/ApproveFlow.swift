import Books
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

  /// Approves those that are chosen, one by one, and says which could not be, or may not be, and why.
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
    let problems = try await books.problems(approving: chosen)
    let approved = chosen.count - problems.count
    try await books.flow.show("approved", with: ["count": approved]) { problems }
    return approved
  }
}

extension BooksContext {
  /// Approves an explanation, if it still is what was shown.
  func approve(_ guess: NamedExplanation) async throws -> ApprovalResult {
    try await order("approve", of: guess.explanation.id, isBooked: false) { keeper, _ in
      try await keeper.approve(guess)
    }
  }

  /// Takes an explanation away; one that is not there is gone either way.
  func remove(_ id: BookID<FreeAgent.BankTransactionExplanation>) async throws {
    let title = sharedTexts("remove.activity")
    _ = try await order("remove", title: title, of: id, isBooked: false) {
      try await $0.remove($1)
    }
  }

  /// Approves several explanations, each by itself, and says of those that are not known to be approved why:
  /// a row each, in their order.
  ///
  /// One that cannot be approved does not keep the others from it. One whose approval was not answered is
  /// looked for in the books when the others are done; what these do not show is not known. If a log-in has
  /// ended and the person does not log in again, nothing more is sent.
  fileprivate func problems(approving guesses: [NamedExplanation]) async throws -> [Row] {
    var (replies, stop): ([BooksReply<ApprovalResult>], BooksError?) = ([], nil)
    for guess in guesses {
      let reply: BooksReply<ApprovalResult> =
        if let stop { .failed(stop) } else { try await self.reply(approving: guess) }
      if case .failed(let error) = reply, error.code == .notLoggedIn { stop = error }
      replies.append(reply)
    }
    var rows: [Row] = []
    for (guess, reply) in zip(guesses, replies) {
      if let row = try await row(of: guess, reply) { rows.append(row) }
    }
    return rows
  }

  /// What came of approving one of several, after another log-in if that had ended.
  private func reply(approving guess: NamedExplanation) async throws -> BooksReply<ApprovalResult> {
    while true {
      let id = guess.explanation.id
      let reply = try await attempt("approve", of: id, isBooked: false) { keeper, _ in
        try await keeper.approve(oneOfSeveral: guess)
      }
      guard case .failed(let error) = reply, error.code == .notLoggedIn, access.logIn != nil,
        try await flow.visit(BooksLogInFlow(access: access, reason: error)) != nil
      else { return reply }
    }
  }

  /// Why an explanation is not known to be approved; nil if it is approved.
  private func row(
    of guess: NamedExplanation, _ reply: BooksReply<ApprovalResult>
  ) async throws -> Row? {
    let (texts, label) = (ApproveFlow.texts, guess.row.label)
    switch reply {
    case .answered(.approved): return nil
    case .answered(.changed): return Row(label, texts("approved.changed"), mark: .failure)
    case .answered(.gone): return Row(label, texts("approved.gone"), mark: .failure)
    case .answered(.unknown):
      let look = try await ask("look") { [access] in
        try await access.ask { try await $0.isApproved(guess) }
      }
      return look.answer == true ? nil : Row(label, texts("approved.unknown"), mark: .shortage)
    case .failed(let error): return Row(label, error.causeText ?? error.headline, mark: .failure)
    }
  }
}

extension NamedExplanation {
  fileprivate var row: ListRow {
    let texts = ApproveFlow.texts
    let detail =
      if let vat = explanation.amounts?.vat {
        texts("guess.detail.vat", explanation.day, category, vat)
      } else {
        texts("guess.detail", explanation.day, category)
      }
    return (
      key: "guess-\(explanation.id.text)",
      label: texts("guess.name", transaction.text, explanation.amount), detail: detail
    )
  }
}
