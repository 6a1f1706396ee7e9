package import ArgumentParser
import Flowline
package import FlowlineProgram
import FlowlineTerminal
import ServiceBasics

/// The options of a program over the bank's flows: which bank, and where its file is.
package struct BankOptions: ParsableArguments {
  /// The word for the bank in a file.
  private static let embedded = "embedded"

  @ArgumentParser.Option(
    help: ArgumentHelp(texts("help.bank"), valueName: "address"))
  package var bank = Self.embedded

  @ArgumentParser.Option(
    help: ArgumentHelp(texts("help.token-file"), valueName: "file"),
    completion: .file())
  package var tokenFile: String?

  @ArgumentParser.Option(
    help: ArgumentHelp(texts("help.data"), valueName: "directory"),
    completion: .directory)
  package var data: String?

  /// Makes options that are to be parsed.
  package init() {}

  /// The bank in a file, where it always is.
  package static var unset: BankOptions {
    var options = BankOptions()
    (options.bank, options.tokenFile, options.data) = (embedded, nil, nil)
    return options
  }

  package func validate() throws {
    // The rest of an address is checked by what reaches it.
    if isRemote, !bank.contains("://") {
      throw ValidationError(texts("usage.bank", .string(shownBank)))
    }
    if tokenFile != nil, !isRemote { throw ValidationError(texts("usage.token-file")) }
    if let data, data.isEmpty { throw ValidationError(texts("usage.data")) }
  }

  /// The bank as messages name it: without a password that may be in its address.
  package var shownBank: String { AddressText.withoutUser(bank) }

  /// Whether the bank is one with an address.
  package var isRemote: Bool { bank != Self.embedded }

  /// The folder of the sample bank and the sample books, and of what was ordered at a bank or books with an
  /// address.
  package func dataFolder(in run: ProgramRun) -> String {
    FilePath.expanded(data ?? run.dataFolder)
  }

  /// What the programs keep, for their manual.
  package static var files: [ProgramFile] {
    [
      ProgramFile("$XDG_DATA_HOME/flowline/bank.sqlite", texts("manual.files.bank")),
      ProgramFile("$XDG_DATA_HOME/flowline/banks", texts("manual.files.banks")),
      ProgramFile("$XDG_DATA_HOME/flowline/books", texts("manual.files.books")),
      ProgramFile("$XDG_DATA_HOME/flowline/served", texts("manual.files.served")),
      ProgramFile("$XDG_CACHE_HOME/flowline", texts("manual.files.cache")),
    ]
  }
}
