import Money

/// What is wrong with an explanation.
public enum ExplanationProblem: Error, Sendable, Hashable {
  /// Nothing that it has says what it is.
  case noKind
  /// Such an explanation is for money of the other direction.
  case direction(ExplanationKind)
  /// It is not offered, because of this.
  case notOffered(ExplanationKind, ExplanationCondition)
  /// This is missing.
  case missing(ExplanationField)
  /// Such an explanation does not have this.
  case notOfKind(ExplanationField)
  /// Such an explanation cannot be filed under this category.
  case category(NominalCode)
  /// The status for VAT reports may not be used for the day.
  case ecStatus(ECStatus)
  /// The amount cannot be explained, such as more than is left.
  case amount(SplitProblem)
  /// The other account is the account itself.
  case sameAccount
}

extension ExplanationContext {
  /// All that is wrong with an explanation: empty if nothing is.
  ///
  /// A form checks with it before it sends, a server before it keeps. VAT of a company that is not
  /// registered is no problem here, as the service takes it; a form does not ask for it.
  ///
  /// - Parameters:
  ///   - draft: the explanation.
  ///   - kind: what it is meant to be; nil if that follows from what it has.
  /// - Returns: the problems: of the kind first, then of fields in their order, then of the amount.
  public func problems(
    with draft: ExplanationDraft, as kind: ExplanationKind? = nil
  ) -> [ExplanationProblem] {
    guard let kind = kind ?? ExplanationKind(of: draft) else {
      // Nothing is of a kind without a direction, whatever else it has.
      let isZero = draft.amount?.isZero ?? false
      return missing(of: [.datedOn, .grossValue], in: draft) + [isZero ? .amount(.zero) : .noKind]
    }
    let rule = kind.rule
    var problems = unmetConditions(of: kind).map { ExplanationProblem.notOffered(kind, $0) }
    if let direction = draft.amount.flatMap(MoneyDirection.init(of:)), direction != rule.direction {
      problems.append(.direction(kind))
    }
    problems += missing(
      of: rule.fields(for: draft, in: self).filter(\.isRequired).map(\.field), in: draft)
    problems += ExplanationField.allCases
      .filter { draft.fields.contains($0) && rule[$0] == nil }.map { .notOfKind($0) }
    if let category = draft.category, rule[.category] != nil,
      !rule.categories.contains(category.group)
    {
      problems.append(.category(category))
    }
    if let status = draft.ecStatus, let day = draft.day,
      !status.isValid(on: day, inNorthernIreland: isInNorthernIreland)
    {
      problems.append(.ecStatus(status))
    }
    if draft.transfersToItself, rule[.transferBankAccount] != nil {
      problems.append(.sameAccount)
    }
    if let amount = draft.amount, let problem = AmountSplit(unexplained).problem(with: amount) {
      problems.append(.amount(problem))
    }
    return problems
  }

  /// A field is missing if the draft does not have it, or has it without its value.
  private func missing(
    of fields: [ExplanationField], in draft: ExplanationDraft
  ) -> [ExplanationProblem] {
    fields.filter { field in
      switch field {
      case .grossValue: draft.amount == nil
      case .datedOn: draft.day == nil
      case .category: draft.category == nil
      default: !draft.fields.contains(field)
      }
    }.map { .missing($0) }
  }
}
