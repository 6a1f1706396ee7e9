/// Refusals of what programs send and no person can, for hosts and front ends.
extension Refusal {
  /// A place was to be closed, and the question is in none.
  package static let noPlace = Refusal.make(.noPlace)

  /// Says which fields a page has, at each name of a page that was sent and is none of them.
  ///
  /// - Parameters:
  ///   - names: those that are none.
  ///   - fields: the fields of the page.
  /// - Returns: the refusal of the page.
  static func noSuchFields(_ names: [StepID], of fields: [StepID]) -> Refusal {
    let known = fields.map(\.rawValue)
    let refusals = names.map { name in
      let refusal = Refusal(
        .noSuchField,
        Texts.engine(
          "refusal.no-such-field", .string(name.rawValue.excerpt),
          .string(known.joined(separator: ", "))),
        arguments: ["fields": .array(known.map { .string($0) })])
      return (name, refusal)
    }
    return .ofForm(Dictionary(refusals) { $1 })
  }

  static func eventTooLarge(_ bytes: Int, most: Int) -> Refusal {
    Refusal(
      .eventTooLarge, Texts.engine("refusal.event-too-large", .bytes(bytes), .bytes(most)),
      arguments: ["bytes": .integer(Int64(bytes)), "most": .integer(Int64(most))])
  }

  static func tooManyEvents(_ count: Int) -> Refusal {
    Refusal(
      .tooManyEvents, Texts.engine("refusal.too-many-events", .string("\(count)")),
      arguments: ["count": .integer(Int64(count))])
  }
}

extension Refusal.Code {
  /// The question that is asked is in no place of its own.
  public static let noPlace: Self = "no-place"
  /// A page was answered by a name that no field of it has.
  public static let noSuchField: Self = "no-such-field"
  /// An event has more bytes than the host takes.
  public static let eventTooLarge: Self = "event-too-large"
  /// The flow has not taken earlier events, and there are as many as the host keeps.
  public static let tooManyEvents: Self = "too-many-events"
}
