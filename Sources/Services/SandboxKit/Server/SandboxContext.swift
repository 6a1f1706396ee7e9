import Hummingbird
import Logging
import NIOCore

/// What belongs to one request: its connection, so that a fault can cut it.
struct SandboxContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }

  /// Closes the connection; what is still written to it is lost.
  func cut() async {
    try? await channel.close()
  }
}
