/// A part of what a form results in: how it is asked for, kept and shown.
///
/// A long form asks for some of its fields, keeps of others what was answered before, and a review shows
/// all of them. A part says the three in one place, and forms that have a part alike can share it:
///
///     let project = FormPart<Claim>(\.project, ChoiceScreen("project", options: projects)) {
///       Row("project", $0.name)
///     }
///     let form = Form("claim") { page -> Claim? in
///       var claim = Claim()
///       return page.take(project, of: &claim) ? claim : nil
///     }
///
/// The form takes it by ``FormPage/take(_:of:asking:before:)``; the review shows its ``rows(of:)``.
public struct FormPart<Whole>: Sendable {
  fileprivate let asking: @Sendable (inout FormPage, inout Whole) -> Bool
  fileprivate let keeping: @Sendable (Whole, inout Whole) -> Void
  private let showing: @Sendable (Whole) -> [Row]

  /// Makes a part that is asked for in a way of its own, such as by one of several screens.
  ///
  /// - Parameters:
  ///   - place: where the answer is; it is left as it is as long as there is none.
  ///   - ask: asks the page for its fields; nil as long as one is missing.
  ///   - stays: whether what was answered before still fits, if it is not asked for now.
  ///   - rows: what a review shows.
  public init<Value>(
    _ place: any WritableKeyPath<Whole, Value> & Sendable,
    asking ask: @escaping @Sendable (inout FormPage) -> Value?,
    if stays: @escaping @Sendable (Value) -> Bool = { _ in true },
    rows: @escaping @Sendable (Whole) -> [Row]
  ) {
    asking = { page, whole in
      guard let answer = ask(&page) else { return false }
      whole[keyPath: place] = answer
      return true
    }
    keeping = { before, whole in
      let answer = before[keyPath: place]
      if stays(answer) { whole[keyPath: place] = answer }
    }
    showing = rows
  }

  /// Makes a part that is made of the answer of a screen.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - screen: what asks.
  ///   - value: what an answer means.
  ///   - stays: whether what was answered before still fits, if it is not asked for now.
  ///   - row: what a review shows of it; nil for nothing.
  public init<Value, Asked: Screen>(
    _ place: any WritableKeyPath<Whole, Value?> & Sendable, _ screen: Asked,
    as value: @escaping @Sendable (Asked.Output) -> Value?,
    if stays: @escaping @Sendable (Value) -> Bool = { _ in true },
    row: @escaping @Sendable (Value) -> Row?
  ) {
    self.init(
      place, asking: { page in page.ask(screen).map(value) }, if: { $0.map(stays) ?? true },
      rows: { whole in [whole[keyPath: place].flatMap(row)].compactMap(\.self) })
  }

  /// Makes a part that is the answer of a screen.
  ///
  /// - Parameters:
  ///   - place: where it is.
  ///   - screen: what asks.
  ///   - isRequired: whether there has to be an answer; if not, it is asked as ``Screen/optional()``.
  ///   - stays: whether what was answered before still fits, if it is not asked for now.
  ///   - row: what a review shows of it; nil for nothing.
  public init<Value>(
    _ place: any WritableKeyPath<Whole, Value?> & Sendable, _ screen: some Screen<Value>,
    isRequired: Bool = true, if stays: @escaping @Sendable (Value) -> Bool = { _ in true },
    row: @escaping @Sendable (Value) -> Row?
  ) {
    if isRequired {
      self.init(place, screen, as: { $0 }, if: stays, row: row)
    } else {
      self.init(place, screen.optional(), as: { $0 }, if: stays, row: row)
    }
  }

  /// What a review shows of it; empty if there is nothing to show.
  public func rows(of whole: Whole) -> [Row] { showing(whole) }
}

extension FormPage {
  /// Asks for a part, or keeps of it what was answered before.
  ///
  /// - Parameters:
  ///   - part: the part.
  ///   - whole: what takes it.
  ///   - isAsked: whether it is asked for now.
  ///   - before: what was answered before; nil if nothing was.
  /// - Returns: whether the whole has it; false as long as it is asked for and has no answer.
  public mutating func take<Whole>(
    _ part: FormPart<Whole>, of whole: inout Whole, asking isAsked: Bool = true,
    before: Whole? = nil
  ) -> Bool {
    if isAsked { return part.asking(&self, &whole) }
    if let before { part.keeping(before, &whole) }
    return true
  }
}
