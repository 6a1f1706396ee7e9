/// What a front end sends back for a prompt: text as it was typed, or a JSON value.
///
/// Text is read by the locale's rules; a JSON value by the screen's recorded form. A JSON string
/// that is not a recorded form is read as text.
public enum Answer: Hashable, Sendable {
  /// What a person typed, untouched.
  case text(String)
  /// What a program sends: a choice's key, a number, `true`, an amount as an object.
  case json(JSONValue)
}

extension Answer: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral
{
  /// An answer of text, as if it had been typed.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A yes or a no.
  public init(booleanLiteral value: Bool) { self = .json(.bool(value)) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .json(.integer(value)) }
}
