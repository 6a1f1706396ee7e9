/// The plural categories of whole numbers, by the rules of Unicode CLDR.
///
/// Source: CLDR 46, supplemental/plurals.xml, type `cardinal`, for numbers without decimals.
enum PluralRule {
  /// The category of a number in a language: `one`, `few`, `many` or `other`.
  static func category(of number: Int, in language: String) -> String {
    let ones = number.magnitude % 10
    let tens = number.magnitude % 100
    switch language {
    case "ru", "uk", "be":
      if ones == 1 && tens != 11 { return "one" }
      if 2...4 ~= ones && !(12...14 ~= tens) { return "few" }
      return "many"
    case "pl":
      if number.magnitude == 1 { return "one" }
      if 2...4 ~= ones && !(12...14 ~= tens) { return "few" }
      return "many"
    case "fr": return number.magnitude < 2 ? "one" : "other"
    case "ja", "zh", "ko", "vi", "th", "id": return "other"
    default: return number.magnitude == 1 ? "one" : "other"
    }
  }
}
