import ArgumentParser
import Bank
import BankFlows
import Flowline
import FlowlineProgram
import FoundationEssentials
import SampleBank

/// Where the sample bank is, and how its flows ask.
struct SampleOptions: ProgramOptions {
  @ArgumentParser.Option(
    help: "The folder of the bank’s file; without it the bank is in memory.",
    completion: .directory)
  var data: String?

  @Flag(help: "Ask one question at a time where a front end could show a page.")
  var inTurn = false

  func validate() throws {
    if data == "" { throw ValidationError("--data needs a folder." as String) }
  }

  func world(for use: ProgramUse, in run: ProgramRun) throws -> ProgramWorld {
    guard let data else {
      let bank = LazyBank { try SampleBank.make(in: run.environment) }
      return ProgramWorld(BankFlows.catalog(bank: bank, asksInTurn: inTurn))
    }
    let folder = URL(filePath: data).standardizedFileURL.path
    let bank = FileBank(
      path: folder + "/bank.sqlite", patience: use == .suggesting ? .upTo(.zero) : .endless
    ) { run.environment }
    return ProgramWorld(
      BankFlows.catalog(bank: bank, asksInTurn: inTurn), name: "--data \(ShellWord.quoted(folder))")
  }
}

// The bank's flows, for a program in any language to embed. Try it with
//
//     flowline-jsonl --protocol jsonl --in-turn
FlowProgram("flowline-jsonl", options: SampleOptions.self).main()
