import ArgumentParser
import BankProgram
import Flowline
import FlowlineProgram

/// The options of `flowline`, which links no network code: it has the bank in a file, and replaces
/// itself with a companion if a bank or books with an address are asked for, or to serve.
struct FlowlineOptions: ProgramOptions {
  @OptionGroup var options: BankOptions
  @OptionGroup var books: BooksOptions

  static var files: [ProgramFile] { BankOptions.files }
  static var hasSwitches: Bool { true }
  static var hasWatch: Bool { true }
  static var subcommands: [any ParsableCommand.Type] { [ServeCommand.self, MCPCommand.self] }

  func switches() throws -> [ProgramSwitch] { try books.programSwitches() }

  static func withoutArguments() -> FlowlineOptions {
    var options = FlowlineOptions()
    options.options = .unset
    options.books = .unset
    return options
  }

  func watch(in run: ProgramRun) throws -> ProgramWatch? {
    guard books.isRemote else { return options.embeddedWatch(in: run) }
    throw Companion("flowline-online").replaceProcess(for: "online.missing.books", books.shownBooks)
  }

  func world(for use: ProgramUse, in run: ProgramRun) throws -> ProgramWorld {
    guard options.isRemote || books.isRemote else {
      return try options.embeddedWorld(books, for: use, in: run)
    }
    if use == .suggesting {
      var catalog =
        options.isRemote ? BankOptions.closedCatalog : options.embeddedBank(for: use, in: run)
      if books.isRemote { catalog.add(contentsOf: BankOptions.closedBooks) }
      return ProgramWorld(catalog)
    }
    let companion = Companion("flowline-online")
    throw options.isRemote
      ? companion.replaceProcess(for: "online.missing", options.shownBank)
      : companion.replaceProcess(for: "online.missing.books", books.shownBooks)
  }
}
