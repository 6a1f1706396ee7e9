import ArgumentParser
import ServiceBasics

/// Where the pages beside an agent are: on this computer alone.
struct AgentPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The port of the pages; 0 picks a free one.", valueName: "port"))
  var port = 0

  @Option(
    help: ArgumentHelp(
      "The address of the pages, of this computer alone: such as 127.0.0.1 or ::1.",
      valueName: "address"))
  var host = "127.0.0.1"

  func validate() throws {
    try ListeningPlace.check(host: host, port: port)
    guard Loopback.contains(host) else {
      throw ValidationError(
        """
        --host takes an address of this computer alone, such as 127.0.0.1, not “\(host)”: the pages \
        beside an agent are not for others.
        """)
    }
  }

  /// Where that is.
  ///
  /// - Parameter names: the names by which the person's browser reaches it.
  func place(as names: HostNameOptions) -> ListeningPlace {
    ListeningPlace(host: host, port: port, names: names)
  }
}
