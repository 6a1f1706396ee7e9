extension Refusal {
  /// The refusal without anything that could tell what was typed: what is passed on of a sensitive
  /// screen's refusals.
  ///
  /// Code and warning stay. The places and figures go, and of the message all that may have been made
  /// of the answer:
  ///
  /// - words stay if they are a literal of the program, which can quote nothing;
  /// - a catalogue's text stays, with `…` in its gaps; the engine's own texts keep their numbers,
  ///   which are limits and counts;
  /// - words that were put together when the program ran become “This answer cannot be taken.”
  public var redacted: Refusal {
    Refusal(
      code,
      message.redacted ?? Texts.engine(isWarning ? "refusal.redacted.warning" : "refusal.redacted"),
      fields: fields.mapValues(\.redacted), isWarning: isWarning)
  }
}

extension Text {
  /// The text without what may quote an answer; nil if nothing of it is safe.
  fileprivate var redacted: Text? {
    switch content {
    case .literal: self
    case .verbatim, .value, .label, .title, .placed: nil
    case .catalogued(let catalog, let key, let arguments):
      // A key that a catalogue does not have is shown as it is, and may be made of anything.
      catalog.has(key)
        ? Text(.catalogued(catalog, key: key, arguments.map { $0.redacted(of: catalog) })) : nil
    }
  }
}

extension TextArgument {
  fileprivate func redacted(of catalog: TextCatalog) -> TextArgument {
    switch self {
    case .integer, .money, .decimal, .bytes, .day, .calendarDay, .plainDay:
      catalog == Texts.engine ? self : .string("…")
    case .text(let text): text.redacted.map { .text($0) } ?? .string("…")
    case .named(let name, let argument): .named(name, argument.redacted(of: catalog))
    case .string: .string("…")
    }
  }
}
