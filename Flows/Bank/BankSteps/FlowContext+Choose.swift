import Bank
public import Flowline

extension FlowContext {
  /// Has something chosen from a page, and shows the page again as often as more becomes known.
  ///
  /// What the bank has just said is a page and nothing else. A copy has a mark that says how old it
  /// is, and as long as it is shown, the step `change` waits for something newer.
  ///
  /// - Parameters:
  ///   - shown: what the page shows; afterwards what it showed last.
  ///   - desk: the bank's data.
  ///   - change: waits until something else is known than what is shown.
  ///   - page: makes the page of what is known and of the mark to put first.
  /// - Returns: what is chosen; nil if the person has logged in meanwhile, so that all is to be
  ///   read again.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  public nonisolated(nonsending) func choose<
    Choice: Encodable & Sendable, Shown: Dated & Codable
  >(
    from shown: inout Shown, at access: BankAccess,
    whichChanges change: @escaping @Sendable (Shown) async throws -> Shown,
    on page: (Shown, [Section]) -> ChoiceScreen<Choice>
  ) async throws -> Choice? {
    var trouble: BankError?
    while true {
      let mark = try await mark(of: shown, because: trouble, at: access)
      let screen = page(shown, mark).mapValues { PageEvent<Choice, Shown>.chosen($0) }
      let event: PageEvent<Choice, Shown>
      if shown.asOf != nil, trouble == nil {
        let (known, isMarked) = (shown, !mark.isEmpty)
        event = try await first(
          of: screen,
          Load("change") {
            try await PageEvent.of {
              var newer = try await change(known)
              // That a copy is the bank's own word now changes nothing but its mark.
              while !isMarked, newer.hasSameContents(as: known) { newer = try await change(newer) }
              return newer
            }
          })
      } else {
        event = try await run(screen)
      }
      switch event {
      case .chosen(let choice): return choice
      case .changed(let newer): shown = newer
      case .trouble(let error):
        if error.wantsLogIn, try await logIn(because: error, at: access) { return nil }
        trouble = error
      }
    }
  }
}

extension PageEvent {
  fileprivate nonisolated(nonsending) static func of(
    _ change: () async throws -> Shown
  ) async throws -> PageEvent {
    switch try await BankReply.of(change) {
    case .answered(let shown): .changed(shown)
    case .trouble(let trouble): .trouble(trouble)
    }
  }
}
