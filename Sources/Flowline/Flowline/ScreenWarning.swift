extension Screen {
  /// The same screen, asking back about answers that are allowed and surprising.
  ///
  ///     AmountScreen("amount", "How much?", in: .gbp)
  ///       .warning("most-of-it") { amount, _ in
  ///         amount.minorUnits > balance.minorUnits * 8 / 10 ? "This is most of your balance. Go on?" : nil
  ///       }
  ///
  /// The answer is refused with a refusal whose ``Refusal/isWarning`` is set, and taken when it is
  /// sent again acknowledged, see ``FlowController/answer(_:to:acknowledging:)``. What a journal
  /// has as answered was acknowledged; the rule is not asked again. Of several rules the first that
  /// does not return nil counts.
  ///
  /// - Parameters:
  ///   - code: the stable word for what is surprising.
  ///   - rule: says the matter in a sentence and asks, as in "This is 80 % of your balance. Go
  ///     on?"; nil if there is nothing to ask back.
  /// - Returns: the screen with the rule.
  public func warning(
    _ code: Refusal.Code, _ rule: @escaping @Sendable (Output, FlowEnvironment) -> Text?
  ) -> some Screen<Output> {
    WarningScreen(base: self, code: code, rule: rule)
  }

  /// The same screen, asking back about surprising answers unless an answer is the same as one that was
  /// taken before.
  ///
  ///     AmountScreen("amount", "How much?", in: .gbp, default: before)
  ///       .warning("most-of-it", unless: before) {
  ///         $0.minorUnits > balance.minorUnits * 8 / 10 ? "This is most of your balance. Go on?" : nil
  ///       }
  ///
  /// - Parameters:
  ///   - code: the stable word for what is surprising.
  ///   - taken: the answer that was taken before; nil if there is none.
  ///   - rule: says the matter in a sentence and asks; nil if there is nothing to ask back.
  /// - Returns: the screen with the rule, as ``warning(_:_:)`` has it.
  public func warning(
    _ code: Refusal.Code, unless taken: Output?,
    _ rule: @escaping @Sendable (Output) -> Text?
  ) -> some Screen<Output> where Output: Equatable {
    warning(code) { answer, _ in answer == taken ? nil : rule(answer) }
  }
}

private struct WarningScreen<Base: Screen>: ScreenWrapper {
  typealias Output = Base.Output

  var base: Base
  let code: Refusal.Code
  let rule: @Sendable (Base.Output, FlowEnvironment) -> Text?

  func warning(about value: Base.Output, in environment: FlowEnvironment) -> Refusal? {
    base.warning(about: value, in: environment)
      ?? rule(value, environment).map { Refusal(code, $0, isWarning: true) }
  }

  /// It takes no more than the screen inside.
  func fault(in environment: FlowEnvironment) -> ScreenFault? { base.fault(in: environment) }
}
