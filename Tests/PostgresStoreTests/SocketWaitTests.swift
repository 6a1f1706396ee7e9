import Dispatch
import Glibc
import Testing

@testable import FlowlinePostgres

/// A wait for a socket ends once, by whatever comes first.
struct SocketWaitTests {
  private let (near, far): (Int32, Int32)

  init() throws {
    var sockets: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    (near, far) = (sockets[0], sockets[1])
  }

  /// How a wait ends; it has all the time in the world unless it is told otherwise.
  private func end(
    of wait: SocketWait = SocketWait(), for interest: SocketWatcher.Interest,
    until deadline: DispatchTime = .distantFuture
  ) async -> SocketWait.End {
    await wait.end(at: near, for: interest, until: deadline)
  }

  @Test func `what can be read, written to, or is hung up on is ready, each time anew`() async {
    #expect(await end(for: .writingOnce) == .ready)
    #expect(write(far, "1", 1) == 1)
    for _ in 0..<2 { #expect(await end(for: .readingOnce) == .ready) }
    var byte: UInt8 = 0
    #expect(read(near, &byte, 1) == 1)
    close(far)
    for _ in 0..<2 { #expect(await end(for: .readingOnce) == .ready) }
    close(near)
  }

  @Test func `it ends when its time is up or it is given up, and the socket is watched no more`()
    async
  {
    #expect(await end(for: .readingOnce, until: .now()) == .over)
    let wait = SocketWait()
    wait.giveUp()
    #expect(await end(of: wait, for: .readingOnce) == .over)
    // One that is watched already could not be watched again.
    #expect(await end(for: .writingOnce) == .ready)
    close(near)
    close(far)
  }

  @Test func `what cannot be watched is refused`() async {
    close(near)
    close(far)
    #expect(await SocketWait().end(at: -1, for: .readingOnce, until: .distantFuture) == .refused)
  }

  /// Dispatch's sources do not bear it, see ``SocketWatcher``.
  @Test func `a hang-up and the end of the time may come at once`() async {
    close(near)
    close(far)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 {
            var sockets: [Int32] = [0, 0]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
              Issue.record("there is no pair of sockets")
              return
            }
            let (near, far) = (sockets[0], sockets[1])
            let wait = SocketWait()
            async let end = wait.end(at: near, for: .readingOnce, until: .distantFuture)
            async let hangUp: Void = { _ = close(far) }()
            async let givenUp: Void = wait.giveUp()
            let (ended, _, _) = await (end, hangUp, givenUp)
            #expect(ended != .refused)
            close(near)
          }
        }
      }
    }
  }
}
