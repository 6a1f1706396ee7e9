import Flowline

/// Something a person can tell the program besides a flow's name or an answer.
///
/// There is one ``table`` of them. It feeds the parser, the help, the completion, the suggestions
/// and the manual; what a command does is in the code of the prompt that takes it.
package struct PromptCommand: Sendable, Identifiable {
  /// What a command is; the raw value is its English name.
  package enum ID: String, Sendable, CaseIterable {
    case back, cancel, undo, redo, goto, review, draft
    case help, why, more, state, errors, history
    case list, sessions, resume, forget
    case lock
    case record, source, report, save
    case set, lang
    case quit
  }

  /// What it is.
  package let id: ID
  /// What it has to do with.
  package let topic: Topic
  /// What is behind the name, in this order.
  ///
  /// Only the last ones are optional.
  package var arguments: [Argument] = []
  /// Where it holds.
  package let place: Place
  /// Arguments that would be taken, for the help; nil for a command without any.
  package var example: String?
  /// Whether it ends something for good: a menu lists it last, so that no key chooses it unasked.
  var isDestructive = false
  /// Whether the short help shows it.
  package var isCommon = false
  /// Why the session does not take it now; nil if it does, and for what is no matter of the session's.
  var refusal: @Sendable (LegalInputs) -> Refusal? = { _ in nil }
}

extension PromptCommand {
  /// Where a command holds.
  package enum Place: String, Sendable, CaseIterable {
    /// Where no flow is running. The colon before the name may be left out there.
    case outside
    /// At a question, behind a colon.
    case inside
    /// At both.
    case everywhere

    /// Whether what holds here holds at a question, or where no flow is running.
    package func holds(inside isInside: Bool) -> Bool {
      self == .everywhere || (self == .inside) == isInside
    }
  }

  /// What commands have to do with; the raw value is the English name that the help takes.
  package enum Topic: String, Sendable, CaseIterable {
    case answering, moving, looking, sessions, recording, settings, keys

    /// The key of the text about it.
    package var textKey: String { "topic.\(rawValue)" }

    /// The name in a language.
    package func name(in language: String) -> String { words.usual(in: language) }

    /// The topic of a name in any language.
    package init?(named name: String) {
      let name = name.lowercased()
      guard let topic = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
      self = topic
    }

    /// The names in all languages.
    package var names: [String] { words.all }

    private var words: TypedWords { TypedWords("topic.\(rawValue).name") }
  }

  /// Something that is behind a command's name.
  package struct Argument: Sendable, Equatable {
    /// What it may be.
    package enum Kind: String, Sendable, CaseIterable {
      /// An answered step: its number, its id, the end of its path, or its label.
      case step
      /// The number of an answer, as the review counts them.
      case number
      /// How many lines.
      case count
      /// A file's name.
      case file
      /// A language of the program.
      case language
      /// A setting's name.
      case setting
      /// A setting's value.
      case value
      /// A topic of the help, a command, or the word for everything.
      case subject
      /// The beginning of a kept session's id, or the word for the last one.
      case session
      /// An open flow: its id, the end of its path, or its title.
      case flow
      /// What to do with the PIN.
      case pin

      /// The key of its name in a line that shows how a command is typed.
      package var nameKey: String { "argument.\(rawValue)" }
      /// The key of the words that say what it may be.
      package var textKey: String { "argument.\(rawValue).text" }
      /// Whether it is a whole number above 0.
      var isNumber: Bool { self == .number || self == .count }
      /// Whether it may hold spaces, and takes the rest of the line.
      var takesRest: Bool { self == .file || self == .step || self == .value || self == .flow }
    }

    /// What it may be.
    package let kind: Kind
    /// Whether it may be left out.
    package let isOptional: Bool

    /// An argument that must be there.
    package static func needed(_ kind: Kind) -> Argument { Argument(kind: kind, isOptional: false) }
    /// An argument that may be left out.
    package static func optional(_ kind: Kind) -> Argument {
      Argument(kind: kind, isOptional: true)
    }
  }
}

extension PromptCommand {
  /// The usual English name, without a colon.
  package var name: String { id.rawValue }

  /// All its names, in all languages.
  package var names: [String] { words.all }

  /// Its names in a language, the usual one first.
  func names(in language: String) -> [String] { words.words(in: language) }

  /// The usual name in a language.
  package func name(in language: String) -> String { words.usual(in: language) }

  private var words: TypedWords { TypedWords("command.\(name).name") }

  /// The key of the one line that says what it does at a question, or where no flow is running.
  package func summaryKey(inside isInside: Bool) -> String {
    id == .help && !isInside ? "command.help.outside" : "command.\(name)"
  }

  /// Its name in a language, with the colon where it needs one.
  func typed(in language: String, inside isInside: Bool) -> String {
    (isInside ? ":" : "") + name(in: language)
  }

  /// How it is typed in a language, such as `:goto STEP`, with the colon where it needs one.
  package func usage(_ words: Words, inside isInside: Bool) -> String {
    let places = arguments.map { argument in
      let name = words(argument.kind.nameKey)
      return argument.isOptional ? "[\(name)]" : name
    }
    return ([typed(in: words.environment.language, inside: isInside)] + places)
      .joined(separator: " ")
  }
}

extension Result where Failure == Refusal {
  /// Why it is not legal; nil if it is.
  var refusal: Refusal? { if case .failure(let refusal) = self { refusal } else { nil } }
}
