import ArgumentParser
import Flowline
import FlowlineTerminal

/// `list`.
struct ListCommand<Own: ProgramOptions>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: "Show the flows.")
  }

  @OptionGroup var own: Own

  @OptionGroup var common: CommonOptions

  @Flag(help: "Print a JSON array.")
  var json = false

  func run() throws {
    let world = try common.world(of: own, for: .listing)
    let words = world.words
    let entries = world.catalog.offered
    guard !json else {
      let list = entries.map { entry -> JSONValue in
        [
          "id": .string(entry.id.rawValue), "version": .integer(Int64(entry.version)),
          "title": .string(words(entry.title)), "summary": .string(words(entry.summary)),
          "variants": .array(entry.variants.map { .string($0.rawValue) }),
        ]
      }
      return try Surface.writeResult(JSONValue.array(list).text)
    }
    let width = entries.map(\.id.rawValue.count).max() ?? 0
    for entry in entries {
      try Surface.writeResult("\(entry.id.rawValue.padded(to: width))  \(words(entry.summary))")
    }
  }
}
