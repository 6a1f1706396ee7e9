import Flowline
import FlowlineHost
import FlowlineTesting
import OwnScreens
import Testing

@testable import FlowlineWeb

/// States of a session as they are sent to those who follow it.
struct EventStreamTests {
  @Test func `the newest state is sent, however slowly it is read`() async throws {
    let walk = Walk("own", inputs: []) { _ in
      var catalog = FlowCatalog()
      catalog.add(OwnFlow(), summary: "Kinds of one's own")
      return catalog
    }
    let web = try WebWalk(walk)
    let state = try await web.host.start("own", as: web.key)
    let other = try await web.host.speak("ru", in: web.key).state
    let (states, continuation) = AsyncStream.makeStream(of: HostedState.self)
    let stream = EventStream(states, by: web.host.clock)
    for _ in 0..<1_000 { continuation.yield(state) }
    continuation.yield(other)
    continuation.finish()
    var lines: [String] = []
    for await line in stream.lines { lines.append(line) }
    let last = lines.last { $0.hasPrefix("event: state") }
    #expect(last == "event: state\ndata: \(other.json.text)\n\n")
    #expect(other.json != state.json)
  }
}
