public import ArgumentParser
public import Flowline
import FlowlineTerminal

/// The words of help, in the language of the person it is printed for.
///
/// The parser has each command make its declarations several times for every line that it reads, and needs
/// their words for help, completions and the manual alone. So they are looked up only while one of those is
/// printed, and are empty otherwise: a command begins as fast as without them.
enum HelpText {
  /// The language that help is printed in; nil while none is printed.
  @TaskLocal static var words: Words?

  /// A text in that language, with its lines; empty while no help is printed.
  static func string(_ text: @autoclosure () -> Text) -> String {
    guard let words else { return "" }
    return text().resolved(in: words.environment).text
  }

  /// Does what prints help, in a language.
  static func speaking<Value>(_ words: Words, _ work: () throws -> Value) rethrows -> Value {
    try Self.$words.withValue(words) { try work() }
  }
}

extension CommandConfiguration {
  /// Makes the configuration of a subcommand from texts, which are printed in the language of the person who
  /// asks for help.
  ///
  ///     static var configuration: CommandConfiguration {
  ///       CommandConfiguration(commandName: "stock", abstract: texts("help.stock"))
  ///     }
  ///
  /// It is computed each time, since a constant would keep the texts of one language.
  ///
  /// - Parameters:
  ///   - commandName: what it is called on a command line.
  ///   - abstract: what it does, in a sentence; it is made only if help is printed.
  ///   - discussion: what else help says of it; nothing by default.
  public init(
    commandName: String, abstract: @autoclosure () -> Text,
    discussion: @autoclosure () -> Text = Text(verbatim: "")
  ) {
    self.init(
      commandName: commandName, abstract: HelpText.string(abstract()),
      discussion: HelpText.string(discussion()))
  }
}

extension ArgumentHelp {
  /// Makes the help of an option from a text, which is printed in the language of the person who asks for
  /// help.
  ///
  ///     @ArgumentParser.Option(help: ArgumentHelp(texts("help.shop"), valueName: "address"))
  ///     var shop = "https://shop.example"
  ///
  /// - Parameters:
  ///   - text: what the option does, in a sentence; it is made only if help is printed.
  ///   - valueName: what its value is called in help and usage; nil for the option's own name.
  public init(_ text: @autoclosure () -> Text, valueName: String? = nil) {
    self.init(HelpText.string(text()), valueName: valueName)
  }
}
