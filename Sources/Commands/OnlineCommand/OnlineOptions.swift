import ArgumentParser
import Bank
import BankClient
import BankConnection
import BankFlows
import BankProgram
import Flowline
import FlowlineProgram
import FlowlineTerminal
import ServiceCalls

/// The options of a program that reaches a bank, books or both by their addresses, and those in files as
/// well.
struct OnlineOptions: ProgramOptions {
  @OptionGroup var options: BankOptions
  @OptionGroup var books: BooksOptions

  static var files: [ProgramFile] { BankOptions.files }
  static var hasSwitches: Bool { true }
  static var hasWatch: Bool { true }

  func switches() throws -> [ProgramSwitch] { try books.programSwitches() }

  func validate() throws {
    _ = try address()
    _ = try booksAddress()
  }

  /// Connects the bank and the books before their flows are run: the access token and who the program is
  /// to the books are read, so that what is missing or unusable is met before anybody is asked anything.
  func world(for use: ProgramUse, in run: ProgramRun) throws -> ProgramWorld {
    let remoteBooks = try remoteBooks(for: use, in: run)
    guard let address = try address() else {
      guard let remoteBooks else {
        return try options.embeddedWorld(books, for: use, in: run)
      }
      var catalog = options.embeddedBank(for: use, in: run)
      catalog.add(contentsOf: remoteBooks.catalog)
      return ProgramWorld(
        catalog, name: try named(options.dataOption(in: run)), logOut: remoteBooks.logOut)
    }
    var catalog = try bankCatalog(at: address, for: use, in: run)
    if let remoteBooks { catalog.add(contentsOf: remoteBooks.catalog) }
    return ProgramWorld(
      catalog, name: try named(name(at: address, in: run)), logOut: remoteBooks?.logOut)
  }

  /// The name of a world, with the books in it if they have an address.
  private func named(_ bank: String) throws -> String {
    try [booksName(), bank].compactMap(\.self).joined(separator: " ")
  }

  private func bankCatalog(
    at address: BankAddress, for use: ProgramUse, in run: ProgramRun
  ) throws -> FlowCatalog {
    guard case .running(let isWatched) = use else { return BankOptions.closedCatalog }
    guard let place = tokenPlace else { throw ValidationError(texts("usage.token.missing")) }
    do throws(BankError) {
      let connection = try BankConnection(
        to: address, token: try place.source(), data: options.dataFolder(in: run),
        cache: run.cacheFolder, showsCopies: isWatched, now: { run.now })
      return BankFlows.catalog(services: connection.services) { run.now }
    } catch {
      throw ValidationError(error.text)
    }
  }

  /// The bank's address; nil for the embedded bank.
  private func address() throws -> BankAddress? {
    guard options.isRemote else { return nil }
    do throws(BankAddress.Problem) {
      return try BankAddress(options.bank)
    } catch {
      let bank = options.shownBank
      let text =
        switch error {
        case .notAnAddress: texts("usage.bank", .string(bank))
        case .unknownScheme(let scheme):
          texts("usage.bank.scheme", .string(bank), .string(scheme))
        case .notEncrypted(let host):
          texts("usage.bank.unencrypted", .string(bank), .string(host))
        case .superfluousParts: texts("usage.bank.parts", .string(bank))
        }
      throw ValidationError(text)
    }
  }

  /// Which world the sessions at a bank belong to: which bank, whose token, and where what was ordered
  /// is kept, as the options that lead there again.
  ///
  /// A session that goes on at another bank would order there what it asked about here. One that
  /// goes on over another book of orders could not know what it has ordered already.
  private func name(at address: BankAddress, in run: ProgramRun) -> String {
    let token =
      switch tokenPlace {
      case .file(let path)?: BankOptions.absolute(path)
      case .standardInput?: "-"
      case nil: ""
      }
    return "--bank \(ShellWord.quoted(address.text)) --token-file \(ShellWord.quoted(token)) "
      + options.dataOption(in: run)
  }

  /// Where the access token comes from; nil if nothing says so.
  private var tokenPlace: TokenPlace? {
    TokenPlace(
      option: options.tokenFile.map(FilePath.expanded),
      environment: FilePath.variable(TokenPlace.variable))
  }
}
