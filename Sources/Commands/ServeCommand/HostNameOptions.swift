import ArgumentParser
import ServiceBasics

/// By which names browsers reach a server.
struct HostNameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Another host name that browsers may use, besides localhost, such as savings.example; may be \
      repeated.
      """, valueName: "name"))
  var hostName: [String] = []

  @Flag(help: "Browsers reach the pages by TLS, through a proxy in front.")
  var behindTLS = false

  func validate() throws {
    for name in hostName where !ListeningPlace.isHost(name) {
      throw ValidationError(
        """
        --host-name takes a name such as savings.example, without https://, a port or a path, not \
        “\(AddressText.withoutUser(name))”.
        """)
    }
  }
}
