import FoundationEssentials

/// What a script is expected to have at a place.
enum ScriptExpectation: Sendable {
  /// The flow, in a script that has nothing above it.
  case flow
  case flowBelowFormat
  case formatInFront
  case formatNumber
  case flowVersion
  case locale
  case timeZone
  case time
  case sessionID
  case uuid
  case world
  /// The session's line, which the second format wants in the head.
  case session
  /// A line of the head above what happened.
  case headAbove
  /// A line of the head once: the word that it begins with.
  case single(String)
  /// Nothing below an end: the word that it begins with.
  case nothingBelow(String)
  case verb
  case stepName
  case place
  case flowPlace
  case language
  case kind
  case refusalCode
  case cancelReason
  /// One of the reasons that there are.
  case knownCancelReason
  case event
  case awaited
  case keys
  case endOfLine
  case utf8
  /// JSON, and what of it, in the words of its parser.
  case json(String)
  /// Words of elsewhere, the same in every language.
  case words(String)

  /// The words for people.
  var text: Text {
    switch self {
    case .flow: Texts.engine("script.expected.flow")
    case .flowBelowFormat: Texts.engine("script.expected.flow-below-format")
    case .formatInFront: Texts.engine("script.expected.format-in-front")
    case .formatNumber: Texts.engine("script.expected.format-number")
    case .flowVersion: Texts.engine("script.expected.flow-version")
    case .locale: Texts.engine("script.expected.locale")
    case .timeZone: Texts.engine("script.expected.time-zone")
    case .time: Texts.engine("script.expected.time")
    case .sessionID: Texts.engine("script.expected.session-id")
    case .uuid: Texts.engine("script.expected.uuid")
    case .world: Texts.engine("script.expected.world")
    case .session: Texts.engine("script.expected.session")
    case .headAbove: Texts.engine("script.expected.head-above")
    case .single(let word): Texts.engine("script.expected.single", .string(word))
    case .nothingBelow(let word): Texts.engine("script.expected.nothing-below", .string(word))
    case .verb: Texts.engine("script.expected.verb")
    case .stepName: Texts.engine("script.expected.step-name")
    case .place: Texts.engine("script.expected.place")
    case .flowPlace: Texts.engine("script.expected.flow-place")
    case .language: Texts.engine("script.expected.language")
    case .kind: Texts.engine("script.expected.kind")
    case .refusalCode: Texts.engine("script.expected.refusal-code")
    case .cancelReason: Texts.engine("script.expected.cancel-reason")
    case .knownCancelReason:
      Texts.engine(
        "script.expected.known-cancel-reason",
        .string(CancelReason.allCases.map(\.rawValue).joined(separator: ", ")))
    case .event: Texts.engine("script.expected.event")
    case .awaited: Texts.engine("script.expected.awaited")
    case .keys: Texts.engine("script.expected.keys")
    case .endOfLine: Texts.engine("script.expected.end-of-line")
    case .utf8: Texts.engine("script.expected.utf8")
    case .json: Texts.engine("script.expected.json")
    case .words(let words): Text(verbatim: words)
    }
  }
}

extension ScriptExpectation: CustomStringConvertible {
  /// The words for programs, in English: of JSON all that its parser says.
  var description: String {
    switch self {
    case .json(let words), .words(let words): words
    default: text.resolved(in: .plainEnglish).text
    }
  }
}

/// What a script has at a place where something else was expected.
enum ScriptFinding: Sendable {
  /// A word of the script's own, no longer than a sentence bears.
  case word(String)
  /// A word that is nearly another, which was meant.
  case misspelt(String, meant: String)
  /// A word that is not quoted, since it may be a piece of a secret.
  case otherWord
  /// What is not quoted, from this column on, counted from 1.
  case somethingElse(column: Int)
  case endOfLine
  case notUTF8
  case emptyScript
  /// Words of elsewhere, the same in every language.
  case words(String)

  /// The words for people.
  var text: Text {
    switch self {
    case .word(let word): Texts.engine("script.got.word", .string(word))
    case .misspelt(let word, let meant):
      Texts.engine("script.got.misspelt", .string(word), .string(meant))
    case .otherWord: Texts.engine("script.got.other-word")
    case .somethingElse(let column):
      Texts.engine("script.got.something-else", .string(String(column)))
    case .endOfLine: Texts.engine("script.got.end-of-line")
    case .notUTF8: Texts.engine("script.got.not-utf8")
    case .emptyScript: Texts.engine("script.got.empty-script")
    case .words(let words): Text(verbatim: words)
    }
  }
}

extension ScriptFinding: CustomStringConvertible {
  /// The words for programs, in English.
  var description: String { text.resolved(in: .plainEnglish).text }
}

extension FlowEnvironment {
  /// The language of words for programs and their logs.
  static let plainEnglish = FlowEnvironment(
    locale: Locale(identifier: "en"), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
}
