/// Where an option leads: to a result, to a child that one comes back from, to the same question once
/// more, or out.
///
///     let chosen = try await context.menu {
///       ChoiceScreen(
///         "account",
///         options: [
///           Option("goals", Destination<Account>.visit(GoalsFlow(of: account))),
///           Option("close", .visit(CloseFlow(account)) { closed in closed.account }),
///           Option("done", .result(account)),
///         ])
///     }
///
/// The first option says what the menu results in; Swift infers the others.
public enum Destination<Result: Sendable>: Sendable {
  /// What the menu results in.
  case result(Result)
  /// The same question once more, with what is known by then.
  case again
  /// Out of the flow, which is cancelled by it.
  case leave
  /// A child that one comes back from; if it comes to something, the menu results in that.
  case child(@Sendable (FlowContext) async throws -> Result?)

  /// A child that one comes back from, however it ends; see ``FlowContext/visit(_:handler:)``.
  public static func visit(_ child: some Flow) -> Destination { visit(child) { _ in nil } }

  /// A child that one comes back from, unless its result is one of the menu.
  ///
  /// - Parameters:
  ///   - child: the flow.
  ///   - result: what the menu results in; nil if it is to be asked again.
  /// - Returns: the destination.
  public static func visit<Child: Flow>(
    _ child: Child, then result: @escaping @Sendable (Child.Output) -> Result?
  ) -> Destination {
    .child { context in try await context.visit(child).flatMap(result) }
  }
}

extension Destination: Encodable {
  /// Writes nothing: a journal has the option's key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

/// Menus: questions that only say where to go next.
extension FlowContext {
  /// Asks where to go, and asks again until that has a result.
  ///
  /// It is short for a loop that asks a screen, which is made ``Screen/asMenu()``, and follows what is
  /// chosen; see ``follow(_:)``.
  ///
  /// - Parameter screen: reads what is to be seen and makes the question, each time anew.
  /// - Returns: the result of the option that was chosen at last.
  /// - Throws: ``FlowCancelled`` if this flow is left, and what a child fails with.
  public nonisolated(nonsending) func menu<Result: Sendable, Asked: Screen>(
    _ screen: () async throws -> Asked
  ) async throws -> Result where Asked.Output == Destination<Result> {
    while true {
      if let result = try await follow(run(screen().asMenu())) { return result }
    }
  }

  /// Goes where an option leads.
  ///
  /// - Parameter destination: what was chosen.
  /// - Returns: the result; nil if it is to be asked again.
  /// - Throws: ``FlowCancelled`` if this flow is left, and what a child fails with.
  public nonisolated(nonsending) func follow<Result: Sendable>(
    _ destination: Destination<Result>
  ) async throws -> Result? {
    switch destination {
    case .result(let result): result
    case .again: nil
    case .leave: throw FlowCancelled(.user)
    case .child(let visit): try await visit(self)
    }
  }
}
