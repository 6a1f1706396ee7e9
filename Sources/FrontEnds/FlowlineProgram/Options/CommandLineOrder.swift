import ArgumentParser
import Flowline

/// Lets the options that every subcommand takes be before the subcommand as well as behind it.
struct CommandLineOrder {
  /// The subcommands by their names.
  let subcommands: [String: any ParsableCommand.Type]
  private let declared: () -> DeclaredOptions

  /// Makes the order of a program's command line.
  init<Own: ProgramOptions>(of root: RootCommand<Own>.Type) {
    // A command that names itself nowhere is called after its type.
    let named = root.configuration.subcommands.map { ($0._commandName, $0) }
    subcommands = Dictionary(named) { first, _ in first }
    declared = { DeclaredOptions(of: Own.self, CommonOptions.self) }
  }

  /// The arguments with the subcommand in front if only common options are before it.
  func arranged(_ arguments: some Collection<String>) -> [String] {
    var arguments = Array(arguments)
    guard arguments.contains(where: { subcommands[$0] != nil }),
      let place = firstOther(in: arguments), subcommands[arguments[place]] != nil
    else { return arguments }
    arguments.insert(arguments.remove(at: place), at: 0)
    return arguments
  }

  /// The place of the first argument that belongs to no common option.
  func firstOther(in arguments: [String]) -> Int? {
    // What is declared takes long to find out, and few lines begin with an option. A word with three
    // hyphens is not one: a shell asks for completions by it.
    guard let first = arguments.first, first.hasPrefix("-"), !first.hasPrefix("---") else {
      return arguments.indices.first
    }
    let declared = declared()
    var place = 0
    while place < arguments.count {
      guard let length = declared.length(at: arguments[place]) else { return place }
      place += length
    }
    return nil
  }
}

/// The options and flags that the parser knows of some arguments.
struct DeclaredOptions {
  /// Those that take a value.
  private var options: Set<String> = []
  private var flags: Set<String> = []

  /// The declarations of several groups, without `--help`.
  init(of groups: any ParsableArguments.Type...) {
    for group in groups { add(group) }
  }

  private mutating func add(_ arguments: any ParsableArguments.Type) {
    guard let dump = try? JSONValue(parsing: arguments._dumpHelp()),
      case .array(let elements)? = dump["command"]?["arguments"]
    else { return }
    for element in elements {
      guard case .array(let names)? = element["names"] else { continue }
      let words = names.compactMap { name in
        name["name"]?.string.map { (name["kind"] == "long" ? "--" : "-") + $0 }
      }
      if words.contains("--help") { continue }
      if element["kind"] == "option" {
        options.formUnion(words)
      } else {
        flags.formUnion(words)
      }
    }
  }

  /// What they are called, with their hyphens.
  var names: [String] { options.union(flags).sorted() }

  /// How many words of a line an option is that begins with this word; nil if none does.
  func length(at word: String) -> Int? {
    if options.contains(word) { return 2 }
    return flags.contains(word) || options.contains(String(word.prefix { $0 != "=" })) ? 1 : nil
  }

  /// The words of a line that are declared.
  func taken(from words: [String]) -> [String] {
    var taken: [String] = []
    var place = 0
    while place < words.count {
      let length = length(at: words[place])
      if length != nil { taken += words[place..<min(place + (length ?? 1), words.count)] }
      place += length ?? 1
    }
    return taken
  }
}
