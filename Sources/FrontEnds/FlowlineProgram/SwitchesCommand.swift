import ArgumentParser
import Flowline
import FlowlineTerminal

/// `switches`.
struct SwitchesCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "switches",
      abstract: HelpText.string(Program.texts("help.switches")))
  }

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  @Flag(help: ArgumentHelp(Program.texts("help.json.array")))
  var json = false

  func run() throws {
    let world = try common.world(of: own, for: .listing)
    let (switches, words) = (try own.switches(), world.words)
    guard !json else {
      let list = switches.map { one -> JSONValue in
        [
          "name": .string(one.name), "on": .bool(one.isOn), "origin": .string(one.origin.word),
          "meaning": .string(words(one.meaning)),
        ]
      }
      return try Surface.writeResult(JSONValue.array(list).text)
    }
    // Values are shown as the settings of the prompt are.
    let terminal = Words(words.environment)
    for one in switches {
      let origin = terminal(one.origin.setting)
      let value = terminal("set.value", .string(one.isOn ? "on" : "off"), .string(origin))
      try Surface.writeResult("\(one.name)  \(value)\n  \(words(one.meaning))")
    }
  }
}

extension ProgramSwitch.Origin {
  fileprivate var setting: SettingOrigin {
    switch self {
    case .standard: .standard
    case .variable(let name): .variable(name)
    case .option(let name): .option(name)
    }
  }

  fileprivate var word: String {
    switch self {
    case .standard: "default"
    case .variable: "environment"
    case .option: "option"
    }
  }
}
