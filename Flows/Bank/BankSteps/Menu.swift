public import Flowline

/// Things to choose from beside commands, which can always be told from one another.
public struct Menu<Choice: Sendable>: Sendable {
  /// One of the things: its name is the customer's or the bank's.
  public struct Thing: Sendable {
    let name: String
    let word: String
    let detail: Text?
    let choice: Choice

    /// Makes a thing.
    ///
    /// - Parameters:
    ///   - name: what people call it.
    ///   - word: what its key is made of; nil for the name.
    ///   - detail: more about it, such as a balance.
    ///   - choice: what choosing it means.
    public init(_ name: String, word: String? = nil, detail: Text? = nil, means choice: Choice) {
      self.name = name
      self.word = word ?? name
      self.detail = detail
      self.choice = choice
    }
  }

  /// One of the commands: its key and its words are the flow's.
  public struct Command: Sendable {
    let key: String
    let label: Text
    let detail: Text?
    let choice: Choice

    /// Makes a command.
    public init(_ key: String, _ label: Text, detail: Text? = nil, means choice: Choice) {
      self.key = key
      self.label = label
      self.detail = detail
      self.choice = choice
    }
  }

  private let things: [Thing]
  private let commands: [Command]

  /// Makes a menu: the things, and after them the commands.
  public init(_ things: [Thing], commands: [Command] = []) {
    self.things = things
    self.commands = commands
  }

  /// The options, their keys made of names.
  ///
  /// A thing that is called like a command has another key, and its name stands in quotation marks,
  /// so that typing the command means the command.
  public func options(in environment: FlowEnvironment) -> [Option<Choice>] {
    let keys = ChoiceKeys.make(for: things.map(\.word), reserving: Set(commands.map(\.key)))
    let taken = Set(
      commands.flatMap { [$0.key, $0.label.resolved(in: environment).text] }.map(Self.folded))
    let options = zip(things, keys).map { thing, key in
      Option(
        key, thing.choice,
        label: taken.contains(Self.folded(thing.name))
          ? texts("menu.quoted", thing.name) : Text(verbatim: thing.name),
        detail: thing.detail)
    }
    return options
      + commands.map {
        Option($0.key, $0.choice, label: $0.label, detail: $0.detail)
      }
  }

  /// As typed choices are compared.
  private static func folded(_ text: String) -> String {
    text.lowercased().replacing("ё", with: "е")
  }
}
