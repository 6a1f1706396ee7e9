import ArgumentParser
import Flowline
import FlowlineTerminal
import FoundationEssentials
import FoundationInternationalization

/// What is said of a wrong command line, in the language that the line asks for.
enum Usage {
  /// The command's own words, before the options are parsed: they may be what is wrong.
  static func words(for arguments: some Sequence<String> = CommandLine.arguments) -> Words {
    let choice = LocaleChoice(
      locale: value(of: "--locale", in: arguments).flatMap {
        LocaleChoice.isKnown($0) ? $0 : nil
      },
      language: value(of: "--lang", in: arguments).flatMap(Language.init)?.rawValue)
    let environment = FlowEnvironment(
      locale: Locale(identifier: choice.identifier), timeZone: .gmt,
      now: Date(timeIntervalSince1970: 0))
    return Words(environment, from: Program.texts)
  }

  /// An error of a key of the command's texts.
  static func fault(_ key: String, _ argument: String = "", _ other: String = "") -> ValidationError
  {
    ValidationError(words()(key, .string(argument), .string(other)))
  }

  private static func value(
    of option: String, in arguments: some Sequence<String>
  ) -> String? {
    var isNext = false
    for argument in arguments {
      if isNext { return argument }
      if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
      isNext = argument == option
    }
    return nil
  }
}
