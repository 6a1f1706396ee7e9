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

/// The options of a program that reaches a bank by its address, and the bank in a file as well.
struct OnlineOptions: ProgramOptions {
  @OptionGroup var options: BankOptions

  static var files: [ProgramFile] { BankOptions.files }

  func validate() throws { _ = try address() }

  /// Connects the bank before its flows are run: the access token is read, so that a missing or
  /// unusable one is met before anybody is asked anything.
  func world(for use: ProgramUse, in run: ProgramRun) throws -> ProgramWorld {
    guard let address = try address() else { return options.embeddedWorld(for: use, in: run) }
    let name = name(at: address, in: run)
    guard case .running(let isWatched) = use else {
      return ProgramWorld(BankOptions.closedCatalog, name: name)
    }
    guard let place = tokenPlace else { throw ValidationError(texts("usage.token.missing")) }
    do throws(BankError) {
      let connection = try BankConnection(
        to: address, token: try place.source(), data: options.dataFolder(in: run),
        cache: run.cacheFolder, showsCopies: isWatched, now: { run.now })
      return ProgramWorld(
        BankFlows.catalog(services: connection.services) { run.now }, name: name)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// The bank's address; nil for the embedded bank.
  private func address() throws -> BankAddress? {
    guard options.isRemote else { return nil }
    let bank = options.bank
    do throws(BankAddress.Problem) {
      return try BankAddress(bank)
    } catch {
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
