import ArgumentParser
import Flowline
import FlowlineTerminal

/// Tells of a first word that is no subcommand, with what may have been meant.
enum Suggestion {
  /// What is wrong with the first word; nil if the parser is to look at it.
  static func fault(
    in arguments: [String], _ order: CommandLineOrder, words: Words
  ) -> String? {
    guard let place = order.firstOther(in: arguments) else { return nil }
    let first = arguments[place]
    guard !first.hasPrefix("-"), first != "help", order.subcommands[first] == nil
    else { return nil }
    let program = Program.name
    let flows = flowIDs(for: arguments)
    if flows.contains(first) {
      return words("usage.flow", .string(first), .string("\(program) run \(first)"))
    }
    let unknown = words("usage.unknown-command", .string(OneLine.text(first)))
    let known = order.subcommands.keys.sorted() + flows
    guard let nearest = Nearest.word(to: first, among: known) else {
      return unknown + " " + words("usage.commands", .string(known.joined(separator: ", ")))
    }
    let meant = flows.contains(nearest) ? "run \(nearest)" : nearest
    return unknown + " " + words("run.suggestion", .string("\(program) \(meant)"))
  }

  /// The ids of the flows that a line may name.
  static func flowIDs(for words: [String]) -> [String] {
    Program.current.suggestedWorld(words)?.catalog.offered.map(\.id.rawValue) ?? []
  }
}
