import Books
import BooksClient
import Days
import Flowline

/// What somebody claims, as a form has it.
typealias ExpenseClaim = Booking<ExpenseContents>

/// A claim while its fields are asked: what was answered so far, and whether all was.
struct ClaimDraft {
  var contents: ExpenseContents
  var receipt: KeptFile?
  private(set) var isWhole = true

  /// The claim; nil as long as something is missing.
  var claim: ExpenseClaim? {
    isWhole ? ExpenseClaim(contents: contents, receipt: receipt) : nil
  }

  /// Takes an answer; if there is none, the claim is not whole.
  @discardableResult
  mutating func put<Value>(
    _ answer: Value?, _ place: WritableKeyPath<ExpenseContents, Value>
  ) -> Bool {
    guard let answer else {
      isWhole = false
      return false
    }
    contents[keyPath: place] = answer
    return true
  }

  /// The same for an answer that may be nothing.
  mutating func require<Value>(_ answer: Value?) -> Value? {
    if answer == nil { isWhole = false }
    return answer
  }

  /// Asks for a part, or keeps of it what was answered before; without an answer the claim is not whole.
  mutating func take(
    _ part: FormPart<ExpenseContents>, of page: inout FormPage, asking isAsked: Bool = true,
    before: ExpenseContents? = nil
  ) {
    let isThere = page.take(part, of: &contents, asking: isAsked, before: before)
    isWhole = isThere && isWhole
  }
}

/// The fields that expenses and journeys have alike.
struct ClaimFields: Sendable {
  let facts: ExpenseFacts
  /// What was answered before; those answers are suggested again.
  var before: ExpenseClaim?

  init(_ facts: ExpenseFacts, before: ExpenseClaim? = nil) {
    self.facts = facts
    self.before = before
  }

  /// What claims and explanations have alike.
  var parts: BookedParts<ExpenseContents> {
    BookedParts(setting: facts, before: before?.contents)
  }

  /// Asks who claims, if there is a choice, and for which day.
  func begin(_ page: inout FormPage) -> ClaimDraft {
    let today = Day(page.environment.now, in: page.environment)
    let own = facts.claimants[0].id
    var draft = ClaimDraft(
      contents: ExpenseContents(
        of: before?.contents.claimant ?? own, on: before?.contents.day ?? today, ""))
    if facts.claimants.count > 1 {
      let things = facts.claimants.map(\.thing)
      let screen = things.choice("claimant", draft.contents.claimant, word: "user")
      draft.put(page.ask(screen), \.claimant)
    }
    let day = page.askDay(draft.contents.day, taken: before?.contents.day, in: facts.company)
    draft.put(day, \.day)
    return draft
  }

  /// Asks what it was.
  func askDescription(_ page: inout FormPage, _ draft: inout ClaimDraft) {
    let description = before?.contents.description
    let screen = TextScreen(
      "description", length: 1...max(255, description?.count ?? 0), default: description
    ).texts(in: sharedTexts)
    draft.put(page.ask(screen), \.description)
  }

  /// Asks for the project whose customer pays; an optional answer unless somebody has to.
  func askProject(_ page: inout FormPage, _ draft: inout ClaimDraft, isRequired: Bool = false) {
    guard !facts.projects.isEmpty else { return }
    draft.take(parts.project(isRequired: isRequired), of: &page)
  }

  /// Asks for the receipt; one that was given before is kept unless another is wanted.
  func askReceipt(_ page: inout FormPage, _ draft: inout ClaimDraft) {
    if let answer = draft.require(page.askReceipt("receipt", before?.receipt)) {
      draft.receipt = answer
    }
  }

  /// Asks a landlord which property it was for.
  func askProperty(_ page: inout FormPage, _ draft: inout ClaimDraft) {
    guard facts.company.kind == .landlord else { return }
    draft.take(parts.property, of: &page)
  }
}
