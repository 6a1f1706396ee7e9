import ArgumentParser
import Flowline
import FlowlineTerminal

/// Tells of a first word that is no subcommand, with what may have been meant.
enum Suggestion {
  /// What is wrong with the first word; nothing where the parser is to look at it.
  static func fault(in arguments: [String], words: Words) -> String? {
    guard let place = CommandLineOrder.firstOther(in: arguments) else { return nil }
    let first = arguments[place]
    guard !first.hasPrefix("-"), first != "help", !CommandLineOrder.subcommands.contains(first)
    else { return nil }
    let flows = World.flowIDs
    if flows.contains(first) { return words("usage.flow", .string(first)) }
    let unknown = words("usage.unknown-command", .string(OneLine.text(first)))
    let known = CommandLineOrder.subcommands.sorted() + flows
    guard let nearest = Nearest.word(to: first, among: known) else {
      return unknown + " " + words("usage.commands", .string(known.joined(separator: ", ")))
    }
    let meant = flows.contains(nearest) ? "run \(nearest)" : nearest
    return unknown + " " + words("run.suggestion", .string("flowline \(meant)"))
  }
}
