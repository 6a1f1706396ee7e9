import Books
import BooksClient
import Flowline
import FreeAgentAPI
import Money
import ServiceSteps

/// Explains one transaction, or a part of it.
struct ExplanationFlow: BooksFlow {
  static let texts = ExplainFlow.texts
  let id: FlowID = "explanation"
  let access: BooksAccess
  let setting: ExplanationSetting
  let transaction: BookID<FreeAgent.BankTransaction>
  /// The explanation that is replaced, which stays until the new one is written; nil if it is a further one.
  var replaced: BookExplanation?
  /// The receipt of that explanation, which stays unless another is wanted; nil if there is none, or it could
  /// not be read.
  var receipt: KeptFile?

  func words(for explanation: BookExplanation) -> Text? { explanation.words }

  func run(_ context: FlowContext) async throws -> BookExplanation {
    let books = context.at(access)
    var form = ExplanationForm(of: self, try await facts(books))
    var answers = try await ask(form, books)
    while true {
      switch try await context.run(form.review(answers)) {
      case .leave: throw FlowCancelled(.declined)
      case .details: form.asksDetails = true
      case .part:
        let unexplained = form.facts.transaction.unexplained
        let part = try await context.run(answers.contents.partScreen(of: unexplained))
        let isWhole = answers.contents.take(part: part)
        form.amount = answers.contents.amount
        if isWhole { continue }
      case .explain:
        if let made = try await explain(answers, form, books) { return made }
        try await form.renew(with: facts(books))
      }
      form.before = answers
      answers = try await ask(form, books)
    }
  }

  /// Asks the form, and then for the VAT if it is that of another country, whose rates are read for that.
  private func ask(
    _ form: ExplanationForm, _ books: BooksContext
  ) async throws -> ExplanationAnswers {
    var answers = try await books.flow.run(form.form)
    guard let country = answers.contents.taxingCountry, !form.fixes(.salesTaxRate) else {
      return answers
    }
    let day = answers.contents.day
    let rates = try await books.read("country-rates") {
      try await $0.vatRates(in: country, on: day)
    }
    answers.contents.vat = try await books.flow.run(form.vatForm(of: answers.contents, at: rates))
    return answers
  }

  /// - Throws: ``FlowCancelled`` if nothing is left to explain, after a page that says so.
  private func facts(_ books: BooksContext) async throws -> ExplanationFacts {
    let subject = try await books.read("subject") { [transaction, setting, replaced] in
      try await $0.subject(transaction, in: setting, replacing: replaced?.id)
    }
    guard !subject.transaction.unexplained.isZero else {
      try await books.flow.leave(after: "explained-already")
    }
    return ExplanationFacts(setting, subject)
  }

  /// Has it explained; nil if it is to be asked for again, after a page that says why.
  ///
  /// - Throws: ``FlowCancelled`` if what it is about is no longer as it was, after a page that says so.
  private func explain(
    _ answers: ExplanationAnswers, _ form: ExplanationForm, _ books: BooksContext
  ) async throws -> BookExplanation? {
    let files = form.attached(answers)
    let order = form.facts.order(
      key: books.makeOrderKey(), as: answers.contents, receipt: files.first.map { OrderFile($0) },
      replacing: form.replacement(answers))
    let (text, account) = (form.facts.transaction.text, setting.account.id)
    let result = try await books.order(
      "explain", of: order, isBooked: order.replaced == nil, attaching: files
    ) { try await $0.explain($1, receipt: $2.first, written: text, in: account) }
    switch result {
    case .explained(let made): return made
    case .refused(let reasons): try await books.showRefusal(reasons)
    case .changed(let unexplained):
      try await books.flow.show("changed", with: ["unexplained": unexplained])
    case .gone: try await books.flow.leave(after: "gone")
    case .nothingToReplace: try await books.flow.leave(after: "nothing-to-replace")
    case .notReplaced: try await books.flow.leave(after: "not-replaced")
    }
    return nil
  }
}

extension BookExplanation {
  /// What is said of it: how much, and of what if that is known.
  var words: Text {
    let texts = ExplainFlow.texts
    guard let text, !text.isEmpty else {
      return texts("explanation.result.nameless", amount.positive)
    }
    return texts("explanation.result", amount.positive, text)
  }
}
