import Flowline
import Foundation

/// A customer under an anonymous name, with the folder of the customer's data.
struct Customer: Sendable {
  let user: UserID
  let name: String
  /// The folder of the customer's own.
  let folder: String

  init(_ user: UserID, in folder: String) {
    self.user = user
    name =
      FileDigest(of: Array(user.rawValue.utf8)).description.split(separator: ":").last
      .map { String($0.prefix(32)) } ?? ""
    self.folder = "\(folder)/\(name)"
  }

  /// Makes the folder, if it is not there.
  func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
