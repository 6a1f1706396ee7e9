import Flowline

/// A customer under an anonymous name, with the folder of the customer's data.
struct Customer: Sendable {
  let user: UserID
  let name: String
  /// The folder of the customer's own; it is made with the first file in it.
  let folder: String

  init(_ user: UserID, in folder: String) {
    self.user = user
    name =
      FileDigest(of: Array(user.rawValue.utf8)).description.split(separator: ":").last
      .map { String($0.prefix(32)) } ?? ""
    self.folder = "\(folder)/\(name)"
  }
}
