import FoundationEssentials
import FoundationInternationalization

/// Going on in another language.
extension Session {
  /// The world that questions are put and answers are read in: the session's, in the language that
  /// was asked for last.
  var environment: FlowEnvironment { machine.spoken ?? machine.journal.head.environment }

  /// Goes on in a language. It is written down, so that a replay reads what follows as it was read.
  func speak(_ language: String) -> FlowController.Reception {
    if let code = machine.terminateRefusal { return refuse(code, .speak) }
    guard Texts.languages.contains(language) else {
      return refuse(.unknownLanguage(language, known: Texts.languages), .speak)
    }
    machine.spoke(language)
    presentAgain()
    return .accepted
  }
}

extension FlowMachine {
  /// The person goes on in another language.
  mutating func spoke(_ language: String) {
    // The question was put in the language before. Those of children at once are told at the end.
    if !isMany, let pending = journal.pending { journal.entries.append(pending.entry) }
    let entry = JournalEntry(.language, "", in: .unknown, .json(.string(language)))
    journal.entries.append(entry)
    speaks(entry)
    if isObserved { tell(.language(language), at: StepPath([journal.head.flow])) }
  }

  /// From this entry on, another language holds.
  mutating func speaks(_ entry: JournalEntry) {
    guard let language = entry.payload.json?.string else { return }
    spoken = journal.head.environment.speaking(language)
  }
}

extension FlowEnvironment {
  /// The same world in another language; region, zone and time stay.
  func speaking(_ language: String) -> FlowEnvironment {
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
