import Bank
import BankServices
import DataSets
import Flowline
import ServiceBasics
import ServiceSteps

/// What a flow has read of a bank and shows; replaced while it is shown as more becomes known.
struct LiveData<Source: BankDataSource>: Sendable {
  /// What is known, and was shown last.
  private(set) var known: Source.Known

  /// How many children of its pages one has come back from.
  private(set) var visits = 0

  private let bank: BankContext
  private let id: StepID
  private let title: Text?
  private let source: Source

  fileprivate init(
    _ id: StepID, _ title: Text?, of source: Source, at bank: BankContext
  ) async throws {
    self.bank = bank
    self.id = id
    self.title = title
    self.source = source
    known = try await bank.read(id, title: title) { try await source.current() }
  }

  /// Has one chosen where to go from a page, until that has a result.
  ///
  /// - Throws: ``FlowCancelled`` if the flow is left.
  mutating func browse<Result: Sendable>(
    _ page: (Source.Known) throws -> ChoiceScreen<Destination<Result>>
  ) async throws -> Result {
    while true {
      if let result = try await goOn(from: page) { return result }
    }
  }

  /// Has one chosen where to go from a page, goes there, and reads anew what is shown.
  ///
  /// If one comes back from a child, what is shown stays until there is something newer. If it is to be
  /// shown `again`, the bank is asked; if that gives no answer, what was shown is offered.
  ///
  /// - Returns: the result; nil if the page is to be shown anew.
  mutating func goOn<Result: Sendable>(
    from page: (Source.Known) throws -> ChoiceScreen<Destination<Result>>
  ) async throws -> Result? {
    switch try await choose(on: { try page($0).asMenu() }) {
    case .again:
      known = try await bank.read(
        id, title: title, orShowing: { [known] in known.failing(with: $0) }
      ) { [source] in try await source.reload(.hard) }
      return nil
    case let destination?:
      if let result = try await bank.flow.follow(destination) { return result }
      visits += 1
    case nil: break
    }
    try await update()
    return nil
  }

  /// Reads it again silently.
  private mutating func update() async throws {
    known = try await bank.read(id, title: title) { [source] in try await source.reload(.soft) }
  }

  /// Has something chosen from a page, and shows the page anew as often as more becomes known.
  ///
  /// What the bank has just said is a page and nothing else. A copy bears a notice of its age, and as
  /// long as it is shown, the step `change` waits for something newer.
  ///
  /// - Returns: what is chosen; nil if the person has logged in meanwhile, or if there is nothing to choose
  ///   from any more, so that all is to be read again.
  private mutating func choose<Choice: Encodable & Sendable>(
    on page: (Source.Known) throws -> ChoiceScreen<Choice>?
  ) async throws -> Choice? {
    var error: BankError?
    while true {
      let notice = try await bank.ageNotice(of: known, because: error)
      guard let shown = try page(known) else { return nil }
      var screen = shown.mapValues { PageEvent<Choice, Source.Known>.chosen($0) }
      screen.question.page = notice + screen.question.page
      let event: PageEvent<Choice, Source.Known> =
        if known.asOf == nil || error != nil {
          try await bank.flow.run(screen)
        } else {
          try await bank.flow.first(of: screen, change(isMarked: !notice.isEmpty))
        }
      switch event {
      case .chosen(let choice): return choice
      case .changed(.answered(let newer)): known = newer
      case .changed(.failed(let failure)):
        if failure.wantsLogIn, try await bank.logIn(because: failure) { return nil }
        error = failure
      }
    }
  }

  /// Waits for something newer.
  ///
  /// That a copy turns out to be current changes nothing but its notice.
  private func change<Choice>(isMarked: Bool) -> Load<PageEvent<Choice, Source.Known>> {
    Load("change") { [source, known] in
      .changed(
        try await BankReply.of {
          var newer = try await source.change(after: known)
          while !isMarked, newer.hasSameContents(as: known) {
            newer = try await source.change(after: newer)
          }
          return newer
        })
    }
  }
}

extension LiveData {
  /// Has one of a list chosen.
  ///
  /// - Parameters:
  ///   - page: what is shown if the list is empty.
  ///   - option: makes an option of one.
  /// - Throws: ``FlowCancelled`` if there is none, after the page that says so.
  mutating func pick<Element, Choice: Encodable & Sendable>(
    _ id: StepID, orShowing page: ReviewScreen, _ option: (Element) -> Option<Choice>
  ) async throws -> Choice where Source.Known == BankSnapshot<[Element]> {
    while !known.value.isEmpty {
      let chosen = try await choose { known in
        // A copy may turn out to be of a time when there were some.
        known.value.isEmpty
          ? nil : ChoiceScreen(id, options: known.value.map(option)).texts(in: sharedTexts)
      }
      if let chosen { return chosen }
      try await update()
    }
    try await bank.flow.leave(after: page.texts(in: sharedTexts))
  }
}

extension BankContext {
  /// Reads what a flow shows, as ``read(_:title:orShowing:_:)`` does.
  ///
  ///     var accounts = try await bank.read("accounts", from: bank.services.accounts)
  ///     return try await accounts.browse { accounts in list(of: accounts.value) }
  func read<Source: BankDataSource>(
    _ id: StepID, title: Text? = nil, from source: Source
  ) async throws -> LiveData<Source> {
    try await LiveData(id, title, of: source, at: self)
  }
}

/// What comes of showing a page: something is chosen, or the bank has answered meanwhile.
///
/// A journal keeps the bank's reply; a choice is kept by its key.
enum PageEvent<Choice: Sendable, Known: Codable & Sendable>: Codable, Sendable {
  case chosen(Choice)
  case changed(BankReply<Known>)

  init(from decoder: any Decoder) throws { self = .changed(try BankReply(from: decoder)) }

  func encode(to encoder: any Encoder) throws {
    guard case .changed(let reply) = self else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try reply.encode(to: encoder)
  }
}
