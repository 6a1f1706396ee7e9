import ArgumentParser
import BankProgram
import Flowline
import FlowlineProgram

/// The options of `flowline`, which links no network code: it has the bank in a file, and replaces
/// itself with its companion if a bank with an address is asked for.
struct FlowlineOptions: ProgramOptions {
  @OptionGroup var options: BankOptions

  static var files: [ProgramFile] { BankOptions.files }

  static func withoutArguments() -> FlowlineOptions {
    var options = FlowlineOptions()
    options.options = .unset
    return options
  }

  func world(for use: ProgramUse, in run: ProgramRun) throws -> ProgramWorld {
    guard options.isRemote else { return options.embeddedWorld(for: use, in: run) }
    if use == .suggesting { return ProgramWorld(BankOptions.closedCatalog) }
    throw Companion("flowline-online").replaceProcess(for: options.bank)
  }
}
