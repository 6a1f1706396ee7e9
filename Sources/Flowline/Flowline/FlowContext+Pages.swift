/// The short ways of asking and showing what most flows ask and show. Their texts are those of the
/// flow's catalogue under the step's id.
extension FlowContext {
  /// Shows a page and continues.
  ///
  ///     try await context.show("receipt", with: ["amount": receipt.amount]) {
  ///       Row("goal", receipt.goal)
  ///       Row("saved", receipt.totalSaved)
  ///     }
  ///
  /// It is ``ReviewScreen`` of the title `receipt.title`.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: the page's title; nil for the catalogue's.
  ///   - key: what the keys of its texts begin with, if that is not the id.
  ///   - gaps: what fills the gaps of its texts.
  ///   - page: the sections and rows, from top to bottom.
  /// - Throws: ``FlowCancelled`` if this flow is left.
  public nonisolated(nonsending) func show(
    _ id: StepID, _ title: Text? = nil, texts key: String? = nil, with gaps: TextGaps = [:],
    @PageBuilder page: () -> [Section] = { [] }
  ) async throws {
    _ = try await run(ReviewScreen(id, title, page: page()).texts(key, with: gaps))
  }

  /// Shows a page that says why, and leaves this flow as ``CancelReason/declined``.
  ///
  ///     guard let account else { try await context.leave(after: "no-accounts") }
  ///
  /// It is ``ReviewScreen`` of the title `no-accounts.title`.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - title: the page's title; nil for the catalogue's.
  ///   - key: what the keys of its texts begin with, if that is not the id.
  ///   - gaps: what fills the gaps of its texts.
  ///   - page: the sections and rows, from top to bottom.
  /// - Throws: ``FlowCancelled``.
  public nonisolated(nonsending) func leave(
    after id: StepID, _ title: Text? = nil, texts key: String? = nil, with gaps: TextGaps = [:],
    @PageBuilder page: () -> [Section] = { [] }
  ) async throws -> Never {
    try await leave(after: ReviewScreen(id, title, page: page()).texts(key, with: gaps))
  }

  /// Shows a page that says why, and leaves this flow as ``CancelReason/declined``.
  ///
  /// - Throws: ``FlowCancelled``.
  public nonisolated(nonsending) func leave(after page: ReviewScreen) async throws -> Never {
    _ = try await run(page)
    throw FlowCancelled(.declined)
  }

  /// Asks for a yes to what a page shows.
  ///
  /// A no ends this flow as ``CancelReason/declined``.
  ///
  ///     try await context.confirm("confirm", with: ["goal": goal.name]) {
  ///       Row("amount", amount)
  ///     }
  ///
  /// It is ``ConfirmScreen`` of the question `confirm.question`.
  ///
  /// - Throws: ``FlowCancelled`` if the answer is no or this flow is left.
  public nonisolated(nonsending) func confirm(
    _ id: StepID, _ question: Text? = nil, texts key: String? = nil, with gaps: TextGaps = [:],
    @PageBuilder page: () -> [Section] = { [] }
  ) async throws {
    guard try await run(ConfirmScreen(id, question, page: page()).texts(key, with: gaps)) else {
      throw FlowCancelled(.declined)
    }
  }

  /// Asks for one of several things and returns it.
  ///
  ///     let week = try await context.choose("week", from: [Option("this", now), Option("last", past)])
  ///
  /// It is ``ChoiceScreen`` of the question `week.question` and the options `week.option.this`,
  /// `week.option.last`.
  ///
  /// - Parameters:
  ///   - id: the step's stable name.
  ///   - question: what is asked; nil for the catalogue's text.
  ///   - options: what can be chosen, in order; each key must be different.
  ///   - standard: the key of the option that Enter takes.
  ///   - key: what the keys of its texts begin with, if that is not the id.
  ///   - gaps: what fills the gaps of its texts.
  ///   - page: what is shown above the question.
  /// - Returns: the value of the option that was chosen.
  /// - Throws: ``ScreenFault`` if there are no options and one could not go back; ``FlowCancelled`` if this
  ///   flow is left.
  public nonisolated(nonsending) func choose<Value: Encodable & Sendable>(
    _ id: StepID, _ question: Text? = nil, from options: [Option<Value>],
    default standard: String? = nil, texts key: String? = nil, with gaps: TextGaps = [:],
    @PageBuilder page: () -> [Section] = { [] }
  ) async throws -> Value {
    try await run(
      ChoiceScreen(id, question, options: options, default: standard, page: page())
        .texts(key, with: gaps))
  }

  /// Runs a child that one comes back from, however it ends: returns its result, or nil if the person
  /// left or declined it.
  ///
  /// - Parameters:
  ///   - child: the flow or screen.
  ///   - handler: is called when the child starts and ends, see ``run(_:handler:)``: with one, what a
  ///     presented child shows is taken off at its end.
  /// - Throws: what the child failed with; ``FlowCancelled`` if this flow itself is to end.
  public nonisolated(nonsending) func visit<Child: Flow>(
    _ child: Child, handler: FlowHandler<Child.Output>? = nil
  ) async throws -> Child.Output? {
    switch try await outcome(of: child, handler: handler) {
    case .finished(let output): return output
    case .cancelled: return nil
    case .failed(let failure): throw failure.cause
    }
  }
}

extension Screen {
  fileprivate func texts(_ key: String?, with gaps: TextGaps) -> Self {
    let screen = gaps.arguments.isEmpty ? self : with(gaps)
    return key.map { screen.texts($0) } ?? screen
  }
}
