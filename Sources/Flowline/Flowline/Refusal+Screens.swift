/// Refusals in the words of Flowline's own screens, for screens of your own.
extension Refusal {
  /// Nothing was given where something is needed.
  public static var empty: Refusal { .make(.empty) }

  /// The text has fewer characters than the screen allows.
  public static func tooShort(_ count: Int, least: Int) -> Refusal {
    Refusal(
      .tooShort, Texts.engine("refusal.too-short", .string(String(count)), .integer(least)),
      arguments: ["count": .integer(Int64(count)), "least": .integer(Int64(least))])
  }

  /// The text has more characters than the screen allows.
  public static func tooLong(_ count: Int, most: Int) -> Refusal {
    Refusal(
      .tooLong, Texts.engine("refusal.too-long", .integer(count), .integer(most)),
      arguments: ["count": .integer(Int64(count)), "most": .integer(Int64(most))])
  }

  /// The text has a character that cannot be printed.
  ///
  /// - Parameter offset: how many characters are before it in the text.
  public static func unprintable(at offset: Int) -> Refusal {
    Refusal(
      .unprintable, Texts.engine("refusal.unprintable", .integer(offset + 1)),
      arguments: ["at": .integer(Int64(offset))], range: offset..<offset + 1)
  }

  /// The answer is a JSON value of a shape that the screen does not take.
  ///
  /// - Parameter instead: what to do instead, in a sentence, as in “Type an account number.”
  public static func wrongShape(_ instead: Text) -> Refusal {
    Refusal(.wrongShape, Texts.engine("refusal.wrong-shape.custom", .text(instead)))
  }
}
