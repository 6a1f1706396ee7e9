/// Lets the common options stand before the subcommand as well as behind it.
enum CommandLineOrder {
  private static let subcommands: Set<String> = [
    "repl", "run", "open", "resume", "sessions", "replay", "list",
  ]
  private static let options: Set<String> = [
    "--bank", "--data", "--lang", "--locale", "--time-zone", "--now", "--color",
  ]

  /// The arguments with the subcommand in front, where nothing but common options stands before it.
  static func arranged(_ arguments: some Collection<String>) -> [String] {
    var arguments = Array(arguments)
    var place = 0
    while place < arguments.count {
      let argument = arguments[place]
      if subcommands.contains(argument) {
        arguments.remove(at: place)
        arguments.insert(argument, at: 0)
        break
      }
      if options.contains(argument) {
        place += 2
      } else if argument == "--plain" || options.contains(String(argument.prefix { $0 != "=" })) {
        place += 1
      } else {
        break
      }
    }
    return arguments
  }
}
