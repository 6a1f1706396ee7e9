import ArgumentParser

/// Where pages are served.
struct ListeningOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The port; 0 picks a free one.", valueName: "port"))
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "The address to listen on, such as 127.0.0.1 or ::1.", valueName: "address"))
  var host = "127.0.0.1"

  @Flag(
    help: """
      Allow an address that other computers can reach. There is no log-in: each browser gets \
      customer and bank of its own.
      """)
  var allowRemote = false

  func validate() throws { try ListeningPlace.check(host: host, port: port) }

  /// Where that is.
  ///
  /// - Parameter names: the names by which browsers reach it.
  func place(as names: HostNameOptions) -> ListeningPlace {
    ListeningPlace(host: host, port: port, names: names)
  }
}
