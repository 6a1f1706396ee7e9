import Bank
import DataSets
public import Flowline

/// What a flow has read of a bank and shows; replaced while it is shown as more becomes known.
public struct LiveData<Source: BankDataSource>: Sendable {
  /// What is known, and was shown last.
  public private(set) var known: Source.Known

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

  /// Reads it again silently: what is shown stays until there is something newer.
  ///
  /// - Throws: ``FlowCancelled`` if the bank gives no answer and the person leaves.
  public nonisolated(nonsending) mutating func update() async throws {
    known = try await bank.read(id, title: title) { [source] in try await source.reload(.soft) }
  }

  /// Reads it again at the person's word.
  ///
  /// If the bank gives no answer, what was shown is offered.
  ///
  /// - Throws: ``FlowCancelled`` if the bank gives no answer and the person leaves.
  public nonisolated(nonsending) mutating func refresh() async throws {
    known = try await bank.read(
      id, title: title, orShowing: { [known] in known.failing(with: $0) }
    ) { [source] in try await source.reload(.hard) }
  }

  /// Has something chosen from a page, and shows the page anew as often as more becomes known.
  ///
  /// What the bank has just said is a page and nothing else. A copy bears a notice of its age, and as
  /// long as it is shown, the step `change` waits for something newer.
  ///
  /// - Parameter page: makes the page of what is known and of the notice to put first.
  /// - Returns: what is chosen; nil if the person has logged in meanwhile, so that all is to be read
  ///   again.
  /// - Throws: ``FlowCancelled`` if the flow is left.
  public nonisolated(nonsending) mutating func choose<Choice: Encodable & Sendable>(
    on page: (Source.Known, [Section]) -> ChoiceScreen<Choice>
  ) async throws -> Choice? {
    var error: BankError?
    while true {
      let notice = try await bank.ageNotice(of: known, because: error)
      let screen = page(known, notice).mapValues { PageEvent<Choice, Source.Known>.chosen($0) }
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

extension BankContext {
  /// Reads what a flow shows, as ``read(_:title:_:)`` does.
  ///
  ///     var accounts = try await bank.read("accounts", from: bank.services.accounts)
  ///     let choice = try await accounts.choose { accounts, notice in list(accounts.value, notice) }
  public nonisolated(nonsending) func read<Source: BankDataSource>(
    _ id: StepID, title: Text? = nil, from source: Source
  ) async throws -> LiveData<Source> {
    try await LiveData(id, title, of: source, at: self)
  }
}
