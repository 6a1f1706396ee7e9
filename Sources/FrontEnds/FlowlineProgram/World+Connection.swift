import ArgumentParser
import Bank
import BankClient
import BankConnection
import FlowlineTerminal
import FoundationEssentials
import ServiceCalls

extension World {
  /// The same world, its bank ready to be asked: where the bank has an address, the access token is
  /// read, so that a missing or unusable one is met before anybody is asked anything.
  ///
  /// - Parameter showsCopies: whether pages may show what the bank said earlier while it is asked;
  ///   a program wants what the bank says now.
  func connected(showsCopies: Bool = true) throws -> World {
    guard let address = try settings.address() else { return self }
    guard let place = tokenPlace else { throw Usage.fault("usage.token.missing") }
    let fixed = fixedNow
    do throws(BankError) {
      var world = self
      world.connection = try BankConnection(
        to: address, token: try place.source(), data: dataDirectory,
        cache: FilePath.cache(of: "flowline"), showsCopies: showsCopies, now: { fixed ?? Date() })
      return world
    } catch {
      throw ValidationError(error.description)
    }
  }
}

extension Settings {
  /// Whether the bank is one with an address.
  var isRemote: Bool { bank != CommonOptions.embedded }

  /// The bank's address; nothing for the embedded bank.
  func address() throws -> BankAddress? {
    guard isRemote else { return nil }
    do throws(BankAddress.Problem) {
      return try BankAddress(bank)
    } catch {
      switch error {
      case .notAnAddress: throw Usage.fault("usage.bank", bank)
      case .unknownScheme(let scheme): throw Usage.fault("usage.bank.scheme", bank, scheme)
      case .notEncrypted(let host): throw Usage.fault("usage.bank.unencrypted", bank, host)
      case .superfluousParts: throw Usage.fault("usage.bank.parts", bank)
      }
    }
  }
}

/// The way into a bank that is not asked: for showing that there is one, and for replays from a record,
/// whose person may have read a token file again.
struct ClosedLogin: BankLogin {
  static let error = BankError.unavailable(cause: "the bank was not connected")

  var tokenFile: String? { "token" }
  var hasToken: Bool { false }
  var tokenDigest: String? { nil }
  var tokenChanges: Int { 0 }
  func readTokenFile() throws(BankError) -> Bool { throw Self.error }
  func logIn(with token: String) async throws(BankError) -> BankIdentity { throw Self.error }
  func identity() async throws(BankError) -> BankIdentity { throw Self.error }
  func logOut() async throws(BankError) { throw Self.error }
}
