import BooksSandbox
import Days
import EmbeddedBooks
import Flowline
import FreeAgentAPI
import Money

/// What a person does with one flow from its beginning to its end, again and again.
enum Errand: CaseIterable, Sendable {
  case explain, approve, approveSeveral, email, claim

  var flow: FlowID {
    switch self {
    case .explain: "explain"
    case .approve, .approveSeveral: "approve"
    case .email: "email-document"
    case .claim: "expense"
    }
  }

  /// The verb of its writes; it sends nothing else with it.
  var method: String {
    switch self {
    case .approve, .approveSeveral: "PUT"
    case .explain, .email, .claim: "POST"
    }
  }

  /// How many writes a round is about.
  var writes: Int { self == .approveSeveral ? 3 : 1 }

  /// What is answered to a step by what can be chosen there; nil if its name is enough.
  ///
  /// All guesses that wait are approved, and then those that are left of them, as often as it takes.
  func answer(at step: String, choosing keys: [String]) -> Answer? {
    guard self == .approveSeveral else { return nil }
    switch step {
    case "guess": return .text(keys.contains("several") ? "several" : keys.first ?? "")
    case "right": return .text(keys.joined(separator: ","))
    default: return nil
    }
  }

  /// The answers of a round by the steps that ask, one after the other where a step asks again; the last
  /// one of a step is given again and again.
  ///
  /// - Parameters:
  ///   - thing: what the round is about.
  ///   - round: its number, from 0.
  func answers(about thing: String, round: Int) -> [String: [Answer]] {
    let chosen = Answer.text(thing)
    return switch self {
    case .explain:
      [
        "account": ["current-account"], "transaction": [chosen, "done"], "type": ["payment"],
        "category": ["285"], "vat": ["zero"], "review": ["part", "explain"], "part": ["0.10"],
      ]
    case .approve:
      [
        "account": ["current-account"], "guess": [chosen, "done"], "decision": ["approve"],
        "nothing-left": [""],
      ]
    case .approveSeveral:
      [
        "account": ["current-account"], "approved": [""], "decision": ["approve"],
        "nothing-left": [""],
      ]
    case .email:
      [
        "kind": ["invoice"], "document": [chosen], "from": [""], "to": [""], "subject": [""],
        // Without the company’s template, if that could not be read.
        "body": ["Here it is."], "copy": [""], "file-1": [""], "review": ["send"],
      ]
    case .claim:
      [
        "claimant": [chosen], "date": ["2026-11-20"], "category": ["269"],
        "amount": [.text("\(round + 1)")], "vat": ["usual"],
        "description": [.text("Licence \(round)")],
        "receipt": [""], "review": ["save"],
      ]
    }
  }

  /// Makes what the next round is about, beside the flow.
  ///
  /// - Returns: the key by which it is chosen.
  func prepare(in books: OnlineBooks) async throws -> String {
    switch self {
    case .explain: return "transaction-\(Self.hotel)"
    case .approve: return try await Self.guess(in: books)
    case .approveSeveral:
      for _ in 1..<writes { _ = try await Self.guess(in: books) }
      return try await Self.guess(in: books)
    case .email:
      _ = try await books.ask(FreeAgent.ChangeStatus<FreeAgent.Invoice>(.init(6), .markAsDraft))
      return "invoice-6"
    case .claim: return "user-1"
    }
  }

  /// Has the books guess what a pound of the hotel’s transaction was; the key by which the guess is chosen.
  private static func guess(in books: OnlineBooks) async throws -> String {
    let guess = FreeAgent.BankTransactionExplanation {
      $0.bankTransaction = FreeAgent.Link(.init(hotel), at: .production)
      $0.datedOn = Day(year: 2026, month: 11, day: 17)
      $0.grossValue = -1
      $0.description = "A guess"
      $0.category = FreeAgent.Link(.init(285), at: .production)
      $0.markedForReview = true
    }
    let made = try await books.ask(FreeAgent.Create(guess))
    return "guess-\(made.url?.id?.description ?? "")"
  }

  /// How many of its writes the books have, looked at beside the flow.
  func made(in books: OnlineBooks) async throws -> Int {
    switch self {
    case .explain, .approve, .approveSeveral:
      let hotel = try await books.ask(FreeAgent.Get<FreeAgent.BankTransaction>(.init(Self.hotel)))
      return (hotel.explanations ?? []).count { $0.markedForReview != true }
    case .email: return try books.sandbox.books.outbox().count
    case .claim:
      let list = FreeAgent.List<FreeAgent.Expense>(page: FreeAgent.PageRequest(1, size: 1))
      return try await books.sandbox.books.send(list, as: SampleCompany.owner).links.total ?? 0
    }
  }

  /// The hotel’s transaction of the sample.
  private static let hotel = 31
}

extension OnlineBooks {
  /// Asks the books themselves, as their owner: no client and no fault is in between.
  func ask<Request: FreeAgent.Endpoint>(_ request: Request) async throws -> Request.Answer {
    try await sandbox.books.send(request, as: SampleCompany.owner).answer
  }
}
