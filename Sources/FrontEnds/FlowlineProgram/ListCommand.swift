import ArgumentParser
import Flowline
import FlowlineTerminal

/// `list`.
struct ListCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: HelpText.string(Program.texts("help.list")))
  }

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  @Flag(help: ArgumentHelp(Program.texts("help.json.array")))
  var json = false

  func run() throws {
    let world = try common.world(of: own, for: .listing)
    let words = world.words
    let entries = world.catalog.offered
    guard !json else {
      let list = entries.map { entry -> JSONValue in
        var members: [String: JSONValue] = [
          "id": .string(entry.id.rawValue), "version": .integer(Int64(entry.version)),
          "title": .string(words(entry.title)), "summary": .string(words(entry.summary)),
          "variants": .array(entry.variants.map { .string($0.rawValue) }),
        ]
        members["family"] = entry.family.map { .string(words($0)) }
        return .object(members)
      }
      return try Surface.writeResult(JSONValue.array(list).text)
    }
    let width = entries.map(\.id.rawValue.count).max() ?? 0
    let families = world.catalog.offeredFamilies
    for (index, family) in families.enumerated() {
      if families.count > 1 {
        if index > 0 { try Surface.writeResult("") }
        if let name = family.name { try Surface.writeResult(words(name)) }
      }
      let indent = families.count > 1 ? "  " : ""
      for entry in family.entries {
        let name = entry.id.rawValue.padded(to: width)
        try Surface.writeResult("\(indent)\(name)  \(words(entry.summary))")
      }
    }
  }
}
