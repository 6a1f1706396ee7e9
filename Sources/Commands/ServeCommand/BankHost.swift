import BankFlows
import Flowline
import FlowlineHost
import FoundationEssentials
import SampleBank

/// The flows of a bank for many customers: a sample bank for each, in a file of its own.
struct BankHost {
  /// The folder of the customers' banks.
  let folder: String
  let environment: @Sendable () -> FlowEnvironment

  /// The flows of one customer.
  ///
  /// A session says whose it is, and is not continued with another's bank.
  func world(of user: UserID) throws -> HostedWorld {
    let name =
      FileDigest(of: Array(user.rawValue.utf8)).description.split(separator: ":").last
      .map { String($0.prefix(32)) } ?? ""
    let own = "\(folder)/\(name)"
    try FileManager.default.createDirectory(
      atPath: own, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let bank = FileBank(
      path: "\(own)/bank.sqlite", patience: .upTo(.seconds(10)), environment: environment)
    return HostedWorld(
      BankFlows.catalog(bank: bank, login: nil, asksInTurn: false), name: "customer \(name)")
  }
}
