/// Children at once.
extension FlowContext {
  /// Runs children at once and returns their results, once all of them have finished.
  ///
  ///     let (name, rates) = try await context.all(
  ///       TextScreen("name", "Your name?"),
  ///       Load("rates") { try await bank.rates() })
  ///
  /// They start in the order they are given in. The front end shows the first that asks; the others
  /// run meanwhile, and ``FlowController/prompts`` lists all that is asked. In the journal each has
  /// its place, so that a replay comes to the same.
  ///
  /// - Parameter children: the flows, screens, loads and commits; each needs an id of its own.
  /// - Returns: the results, in the order of the children.
  /// - Throws: what a child that did not finish ended with, once the others were cancelled as
  ///   ``CancelReason/superseded``; ``FlowMisuse/sameID(_:)`` if two have the same id.
  public nonisolated(nonsending) func all<each Child: Flow>(
    _ children: repeat each Child
  ) async throws -> (repeat (each Child).Output) {
    let runs = (repeat TypedChildRun(each children))
    var list: [any ChildRun] = []
    repeat list.append(each runs)
    if !list.isEmpty { _ = try await ownedSession().fork(list, isRace: false, by: frame) }
    return (repeat try (each runs).output())
  }

  /// Runs children of one kind at once and returns their results in the order of the children.
  ///
  ///     let balances = try await context.all(accounts.map { BalanceFlow(of: $0) })
  ///
  /// - Throws: as the one of several arguments does.
  public nonisolated(nonsending) func all<Output>(
    _ children: [any Flow<Output>]
  ) async throws -> [Output] {
    guard !children.isEmpty else { return [] }
    let runs = children.map { makeRun($0) }
    _ = try await ownedSession().fork(runs.map { $0 as any ChildRun }, isRace: false, by: frame)
    return try runs.map { try $0.output() }
  }

  /// Runs children at once and returns the result of the first that finishes.
  ///
  /// The others are cancelled as ``CancelReason/superseded``, from the inside out; a commit of
  /// theirs that is under way is waited for.
  ///
  ///     let isPaid = try await context.first(
  ///       of: ConfirmScreen("paid", "Have you paid?"), Load("arrival") { try await bank.arrival() })
  ///
  /// - Parameter children: the flows, screens, loads and commits; each needs an id of its own.
  /// - Returns: the result of the first that finished.
  /// - Throws: what a child ended with that was the first to end, and not with a result;
  ///   ``FlowMisuse/sameID(_:)`` if two have the same id.
  public nonisolated(nonsending) func first<Output>(
    of children: any Flow<Output>...
  ) async throws -> Output {
    try await first(of: children)
  }

  /// Runs children at once and returns the result of the first that finishes.
  ///
  /// - Throws: as the one of several arguments does, and ``FlowMisuse/noChildren`` for none.
  public nonisolated(nonsending) func first<Output>(
    of children: [any Flow<Output>]
  ) async throws -> Output {
    guard !children.isEmpty else { throw FlowMisuse.noChildren }
    let runs = children.map { makeRun($0) }
    let index = try await ownedSession().fork(
      runs.map { $0 as any ChildRun }, isRace: true, by: frame)
    return try runs[index].output()
  }

  private func makeRun<Output>(_ child: some Flow<Output>) -> any ChildRun<Output> {
    TypedChildRun(child)
  }
}
