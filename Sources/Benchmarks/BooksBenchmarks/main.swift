import Books
import BooksClient
import Days
import Foundation
import FreeAgentAPI
import Money

// What explaining costs a company with years of books: 114 categories, 40,000 transactions, 10,000 of them
// explained; each figure beside its bare operation. It ends with 1 if one is not within its budget.

let folder = FileManager.default.temporaryDirectory.appending(path: "flowline-books-\(UUID())").path
let long = try await LongBooks(
  in: "\(folder)/long", transactions: 40_000, explanations: 10_000, categories: 114)
let short = try await LongBooks(
  in: "\(folder)/short", transactions: 60, explanations: 20, categories: 114)

struct NothingToExplain: Error {}

/// A client that has read what all explanations have in common, with the newest transaction to explain.
struct Client {
  let keeper: Bookkeeper
  let setting: ExplanationSetting
  let transaction: BookTransaction

  init(of books: LongBooks) async throws {
    keeper = try books.keeper()
    guard let account = try await keeper.accounts().first,
      let first = try await keeper.transactions(of: account, .unexplained).elements.first
    else { throw NothingToExplain() }
    setting = try await keeper.setting(of: account)
    transaction = first
  }

  /// Reads all that a form needs.
  func read() async throws {
    let subject = try await keeper.subject(transaction.id, in: setting)
    precondition(!subject.suggestions.isEmpty, "nothing is suggested")
  }

  func readList() async throws {
    let page = try await keeper.transactions(of: setting.account, .unexplained)
    precondition(page.elements.count == 25)
  }
}

let (known, few) = (try await Client(of: long), try await Client(of: short))
precondition(known.setting.categories.count >= 114, "\(known.setting.categories.count) categories")
try await known.read()
try await few.read()
let pages = {
  let count = try await long.readExplanations()
  precondition(count > 10_000)
}

/// What so many explanations teach, of a hundred different texts.
func habits(of count: Int) -> CategoryHabits {
  var habits = CategoryHabits()
  guard let day = Day("2026-11-20") else { return habits }
  for number in 0..<count {
    guard let code = NominalCode("\(250 + number % 100)") else { continue }
    let word = String(repeating: "ab", count: 1 + number % 10)
    habits.learn(
      "Shop \(word) \(number % 100 < 50 ? "north" : "south")", was: code, isOut: true, on: day)
  }
  return habits
}
let (learnt, little) = (habits(of: 10_000), habits(of: 40))
let codes = Set(known.setting.categories.map(\.code))
let amount = Money(minorUnits: -420, currency: .gbp)
func suggest(_ habits: CategoryHabits) {
  _ = habits.suggestions(for: "Shop abab north", amount, among: codes)
}

let comparisons = [
  Comparison(
    what: "25 of 30,000 transactions to explain / 25 of 52", budget: 4, rounds: 20, repeats: 5,
    subject: known.readList, bare: few.readList),
  Comparison(
    what: "the first suggestion / reading 10,000 explanations", budget: 1.5,
    prepare: long.removeCopies, subject: { try await Client(of: long).read() }, bare: pages),
  Comparison(
    what: "the first suggestion of a later run / reading 10,000 explanations", budget: 0.2,
    subject: { try await Client(of: long).read() }, bare: pages),
  Comparison(
    what: "the next suggestion / the same where 40 were explained", budget: 1.5,
    rounds: 20, repeats: 5, subject: known.read, bare: few.read),
  Comparison(
    what: "choosing from 10,000 / from 40", budget: 4, rounds: 20, repeats: 1000,
    subject: { suggest(learnt) }, bare: { suggest(little) }),
]
var isWithin = true
for comparison in comparisons { isWithin = try await comparison.report() && isWithin }
try? FileManager.default.removeItem(atPath: folder)
exit(isWithin ? 0 : 1)
