public import FoundationEssentials
import FreeAgentAPI
import GRDB
public import ServiceBasics

/// The bytes of a file that is attached to something.
public struct BooksFile: Sendable {
  /// The name of the file.
  public let name: String
  /// What kind of file it is.
  public let contentType: String
  /// The bytes.
  public let bytes: Data
}

extension EmbeddedBooks {
  /// The bytes of the file that an address in `content_src` leads to.
  ///
  /// - Parameter source: the address, whole.
  /// - Throws: a `FreeAgent.Failure` of 403 if there is none, or the address has expired; what SQLite throws.
  public func contents(at source: String) throws -> Data {
    let parts = URLComponents(string: source)
    let path = parts?.path.split(separator: "/").map(String.init) ?? []
    let query = (parts?.queryItems ?? []).map { FormItem($0.name, $0.value ?? "") }
    guard let file = try file(at: path, query: query) else {
      throw FreeAgent.Failure(status: 403)
    }
    return file.bytes
  }

  /// The file that an address in `content_src` leads to, which bears no token.
  ///
  /// - Parameters:
  ///   - path: the segments of the address, from `v2` on, decoded.
  ///   - query: its query, decoded.
  /// - Returns: the file; nil if there is none at the address, or the address has expired.
  /// - Throws: what SQLite throws.
  public func file(at path: [String], query: [FormItem]) throws -> BooksFile? {
    guard path.count == 4, Array(path.prefix(2)) == FreeAgent.pathPrefix + ["attachments"],
      path[3] == "content", let id = Int64(path[2]),
      let expires = query.last(where: { $0.name == "expires" }).flatMap({ Int64($0.value) }),
      let code = query.last(where: { $0.name == "code" })?.value
    else { return nil }
    return try read { ledger in
      guard expires >= ledger.now.milliseconds,
        let row = try ledger.row("SELECT * FROM attachment WHERE id = ?", [id]),
        row["code"] == code
      else { return nil }
      return BooksFile(
        name: row["fileName"], contentType: row["contentType"], bytes: row["bytes"])
    }
  }
}
