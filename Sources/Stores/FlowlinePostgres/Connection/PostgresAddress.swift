import CLibPQ

/// Where a database is, as libpq reads it: a URL such as `postgres://name@host:5432/database`, or words
/// such as `host=/run/postgresql dbname=sessions`.
///
/// Several servers may be named, by libpq's rules; the one that takes writes is used, also if
/// another accepts a connection and says nothing. Passwords are best in `~/.pgpass` or
/// `PGPASSWORD`.
public struct PostgresAddress: Sendable, Hashable {
  /// Why a text is no address.
  public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    public let description: String
  }

  /// The servers that it names, one at least, in its order.
  let servers: [PostgresServer]
  /// Where it is, without a password: for failures and logs.
  public let name: String

  /// Reads an address.
  ///
  /// - Throws: ``Problem``: in libpq's words, or because the numbers of hosts, of their addresses and of
  ///   ports do not match.
  public init(_ text: String) throws(Problem) {
    var message: UnsafeMutablePointer<CChar>?
    guard !text.contains("\0"), let options = PQconninfoParse(text, &message) else {
      defer { PQfreemem(message) }
      throw Problem(
        description: message.map { String(cString: $0) }?.onOneLine ?? "it has a zero byte")
    }
    defer { PQconninfoFree(options) }
    var words: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { words[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    // Of several servers the one that takes writes: a standby shows what is old.
    if words["target_session_attrs"] == nil { words["target_session_attrs"] = "read-write" }
    servers = try PostgresServer.all(of: words)
    let database = words["dbname"] ?? words["user"] ?? ""
    name = "postgres \(servers.map(\.name).joined(separator: ","))/\(database)"
  }
}

extension String {
  /// The text on one line, its own lines separated by semicolons.
  var onOneLine: String {
    split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .joined(separator: "; ")
  }
}
