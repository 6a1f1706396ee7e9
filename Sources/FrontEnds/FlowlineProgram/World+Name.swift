import BankClient
import BankConnection
import FlowlineTerminal
import FoundationEssentials

extension World {
  /// Which world its sessions belong to: which bank, whose token, and where what was ordered is kept,
  /// as the options that lead there again.
  ///
  /// A session that goes on at another bank would order there what it asked about here. One that
  /// goes on over another book of orders could not know what it has ordered already.
  var name: String {
    let data = "--data \(ShellWord.quoted(Self.absolute(dataDirectory)))"
    guard settings.isRemote, let address = try? settings.address() else { return data }
    let token =
      switch tokenPlace {
      case .file(let path)?: Self.absolute(path)
      case .standardInput?: "-"
      case nil: ""
      }
    return
      "--bank \(ShellWord.quoted(address.text)) --token-file \(ShellWord.quoted(token)) \(data)"
  }

  /// Where the access token comes from; nil if nothing says so.
  var tokenPlace: TokenPlace? {
    TokenPlace(
      option: settings.tokenFile, environment: FilePath.variable(TokenPlace.variable))
  }

  private static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }
}
