import BooksClient
import Days
import Flowline
import Money
import ServiceBasics
import ServiceSteps

/// What the overview shows: each part as it was read, or why it was not.
///
/// The parts are read at once. After a moment those that have ended are shown, and the others are named as
/// still loading until the person asks for them. A page changes only when it is asked for: what was chosen on
/// it is never an answer to another page, and a journal has all that was shown.
struct Overview {
  /// How far a part is.
  private enum State {
    case read(OverviewContents)
    case failed(BooksError)
    case loading
    /// The user may not see it after all.
    case hidden
  }

  private var parts: [OverviewPart: State] = [:]
  private var reads = OverviewReads()

  private static let texts = HomeFlow.texts

  /// The parts that could not be read.
  var failed: [OverviewPart] {
    OverviewPart.allCases.filter { part in
      if case .failed = parts[part] { true } else { false }
    }
  }

  /// Whether parts are still being read.
  var isLoading: Bool {
    parts.values.contains { if case .loading = $0 { true } else { false } }
  }

  /// Has a part read again.
  mutating func forget(_ part: OverviewPart) { parts[part] = nil }

  /// Reads what was not read yet and the user may see, all at once.
  ///
  /// A part that is not allowed after all is not shown, and the user’s level is read again.
  ///
  /// - Throws: ``FlowCancelled`` if nobody is logged in and the person leaves.
  mutating func read(_ books: BooksContext, for identity: BooksIdentity) async throws {
    let today = Day(books.flow.now, in: books.flow.environment)
    while true {
      let wanted = OverviewPart.allCases.filter { identity.may($0.level) && isWanted($0) }
      guard !wanted.isEmpty else { return }
      let replies = try await books.flow.load("overview") { [access = books.access, reads] in
        try await reads.replies(for: wanted, on: today, at: access)
      }
      var loggedOut: BooksError?
      for (part, reply) in zip(wanted, replies) {
        switch reply {
        case nil: parts[part] = .loading
        case .answered(let contents)?: parts[part] = .read(contents)
        case .failed(let error)? where error.code == .notLoggedIn: loggedOut = error
        case .failed(let error)? where error.code == .notAllowed:
          books.access.forgetUser()
          parts[part] = .hidden
        case .failed(let error)?: parts[part] = .failed(error)
        }
      }
      guard let loggedOut else { return }
      // What is still being read is read without a log-in.
      reads = OverviewReads()
      try await books.recover(from: loggedOut, on: "not-loaded")
    }
  }

  private func isWanted(_ part: OverviewPart) -> Bool {
    switch parts[part] {
    case .loading?, nil: true
    case .read?, .failed?, .hidden?: false
    }
  }
}

// MARK: - How it is shown

extension Overview {
  /// The parts that have something to show, in their order.
  func page() -> [Section] {
    let sections = OverviewPart.allCases.flatMap { part -> [Section] in
      switch parts[part] {
      case .read(let contents)?: section(contents)
      case .failed(let error)?:
        section(part.rawValue, [Row(error.headline, error.causeText, mark: .failure)])
      case .loading?: section(part.rawValue, [Row(Self.texts("overview.loading"))])
      case .hidden?, nil: []
      }
    }
    return sections.isEmpty ? [Section(rows: [Row(Self.texts("overview.nothing"))])] : sections
  }

  private func section(_ contents: OverviewContents) -> [Section] {
    let texts = Self.texts
    func sum(_ key: String, _ amount: Money) -> Row { Row(texts("overview.row.\(key)"), amount) }
    switch contents {
    case .cashFlow(let since, let incoming, let outgoing, let balance):
      return [
        Section(
          texts("overview.cash-flow.since", .plainDay(since)),
          rows: [
            sum("incoming", incoming), sum("outgoing", outgoing), sum("balance", balance),
          ])
      ]
    case .profitAndLoss(let since, let income, let expenses, let profit):
      return [
        Section(
          since.map { texts("overview.profit-and-loss.since", .plainDay($0)) }
            ?? texts("overview.profit-and-loss"),
          rows: [
            sum("income", income), sum("expenses", expenses),
            sum(profit.isNegative ? "loss" : "profit", profit.positive),
          ])
      ]
    case .taxTimeline(let items):
      return section("tax-timeline", items.prefix(5).map(row))
    case .accounts(let accounts):
      return section("accounts", accounts.map { Row(Text(verbatim: $0.name), $0.workText) })
    case .overdueInvoices(let newest, let count):
      let rest = count - newest.count
      return section(
        "overdue-invoices",
        newest.map { Row($0.name, $0.day.map { texts("overview.of-day", $0) }) }
          + (rest > 0 ? [Row(texts("overview.more", rest))] : []))
    case .expenses(let newest):
      return section(
        "expenses", newest.map { Row(Text(verbatim: $0.text ?? ""), $0.amount.positive) })
    }
  }

  private func row(_ item: TaxItem) -> Row {
    let day = Self.texts("overview.of-day", item.day)
    let value = item.amount.map { Self.texts("overview.joined", .money($0), .text(day)) }
    return Row(Text(verbatim: item.text), value ?? day)
  }

  /// A part that is shown only if there is something in it.
  private func section(_ part: String, _ rows: [Row]) -> [Section] {
    rows.isEmpty ? [] : [Section(Self.texts("overview.\(part)"), rows: rows)]
  }
}

extension BookAccount {
  /// What there is to do in it.
  var workText: Text {
    let texts = HomeFlow.texts
    let work = [
      unexplained > 0 ? texts("work.explain", unexplained) : nil,
      toApprove > 0 ? texts("work.approve", toApprove) : nil,
    ].compactMap(\.self)
    guard let first = work.first else { return texts("work.none") }
    return work.dropFirst().reduce(first) { texts("overview.joined", .text($0), .text($1)) }
  }
}
