import FoundationEssentials
import FoundationInternationalization

/// Continuing in another language.
extension FlowEnvironment {
  /// The same world in another language; region, zone and time stay.
  package func speaking(_ language: String) -> FlowEnvironment {
    let region = locale.region.map { "_\($0.identifier)" } ?? ""
    return FlowEnvironment(
      locale: Locale(identifier: language + region), timeZone: timeZone, now: now)
  }
}

extension Texts {
  /// The languages the engine itself has texts in, sorted.
  static let languages = engine.languages(of: "refusal.empty")
}

extension Refusal {
  static func unknownLanguage(_ language: String, known: [String]) -> Refusal {
    Refusal(
      .unknownLanguage,
      Texts.engine(
        "refusal.unknown-language", .string(language.excerpt),
        .string(known.joined(separator: ", "))),
      arguments: ["known": .array(known.map { .string($0) })])
  }
}

extension Refusal.Code {
  /// The engine has no texts in the language.
  public static let unknownLanguage: Self = "unknown-language"
}
