/// One server of an address, which libpq is given alone.
///
/// libpq takes a list of servers, too. But opened without waiting, it limits the time of none of
/// them: one that accepts a connection and says nothing would keep it from all that are named
/// behind it.
struct PostgresServer: Sendable, Hashable {
  /// What libpq is given.
  let words: [String: String]

  /// Host and port, as a failure names it among others.
  var name: String {
    let host = words["host"] ?? words["hostaddr"] ?? "this machine"
    return host + (words["port"].map { ":\($0)" } ?? "")
  }

  /// Where it is, with the database and without a password.
  var place: String { "postgres \(name)/\(words["dbname"] ?? words["user"] ?? "")" }

  /// How many seconds connecting to it may take, if the address says so (`connect_timeout`).
  var openingTime: Double? {
    words["connect_timeout"].flatMap { Int($0) }.flatMap { $0 > 0 ? Double($0) : nil }
  }

  /// The servers that an address names, in its order.
  ///
  /// By libpq's rules (“Specifying Multiple Hosts”): a host's address and its port have its place
  /// in lists with commas between, and a single port is that of all. Hosts that the environment
  /// (`PGHOST`) or a service file name are libpq's affair, and count as one.
  ///
  /// - Throws: ``PostgresAddress/Problem`` if the lists are of different lengths.
  static func all(
    of words: [String: String]
  ) throws(PostgresAddress.Problem) -> [PostgresServer] {
    let hosts = list("host", of: words)
    let addresses = list("hostaddr", of: words)
    let ports = list("port", of: words)
    let count = max(1, addresses.isEmpty ? hosts.count : addresses.count)
    guard hosts.isEmpty || hosts.count == count else {
      throw PostgresAddress.Problem(
        description: "it has \(hosts.count) names of hosts and \(count) addresses of hosts")
    }
    guard ports.count <= 1 || ports.count == count else {
      throw PostgresAddress.Problem(
        description: "it has \(ports.count) ports and \(count) hosts")
    }
    return (0..<count).map { index in
      var own = words
      for (word, values) in [("host", hosts), ("hostaddr", addresses), ("port", ports)] {
        let value = values.isEmpty ? "" : values[values.count == 1 ? 0 : index]
        // An empty one is the usual one, as without the word.
        own[word] = value.isEmpty ? nil : value
      }
      return PostgresServer(words: own)
    }
  }

  private static func list(_ word: String, of words: [String: String]) -> [String] {
    guard let text = words[word], !text.isEmpty else { return [] }
    return text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }
}
