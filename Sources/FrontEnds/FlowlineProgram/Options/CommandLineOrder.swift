import ArgumentParser

/// Lets the common options stand before the subcommand as well as behind it.
enum CommandLineOrder {
  static let subcommands: Set<String> = Set(
    RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName })
  private static let options: Set<String> = [
    "--bank", "--data", "--lang", "--locale", "--time-zone", "--now", "--color",
  ]

  /// The arguments with the subcommand in front, where nothing but common options stands before it.
  static func arranged(_ arguments: some Collection<String>) -> [String] {
    var arguments = Array(arguments)
    guard let place = firstOther(in: arguments), subcommands.contains(arguments[place]) else {
      return arguments
    }
    arguments.insert(arguments.remove(at: place), at: 0)
    return arguments
  }

  /// The place of the first argument that belongs to no common option.
  static func firstOther(in arguments: [String]) -> Int? {
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      if options.contains(argument) {
        place += 2
      } else if argument == "--plain" || options.contains(String(argument.prefix { $0 != "=" })) {
        place += 1
      } else {
        return place
      }
    }
    return nil
  }
}
