import FoundationEssentials
import ServiceBasics
import Synchronization
import TestSupport
import Testing

struct FileLockTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `one holder at a time, in this process too`() throws {
    let path = folder.file("a.lock")
    let first = try FileLock(path)
    #expect(throws: FileLock.Failure.held(path: path)) { try FileLock(path) }
    first.release()
    first.release()
    let second = try FileLock(path)
    #expect(throws: FileLock.Failure.held(path: path)) { try FileLock(path) }
    second.release()
    #expect(try mode(path) == 0o600)
  }

  @Test func `a holder that goes lets the next one in`() throws {
    let path = folder.file("a.lock")
    for _ in 0..<100 { _ = try FileLock(path) }
    _ = try FileLock(path)
  }

  @Test func `waits by the timing's sleep until it is free`() async throws {
    let path = folder.file("a.lock")
    let held = try FileLock(path)
    let sleeps = Mutex(0)
    let timing = Timing(
      sleep: { _ in
        let count = sleeps.withLock { count in
          count += 1
          return count
        }
        if count == 3 { held.release() }
      }, random: { 0.5 })
    let lock = try await FileLock(path, waitingUpTo: .seconds(1), timing: timing)
    #expect(sleeps.withLock { $0 } == 3)
    lock.release()
  }

  @Test func `waits no longer than the limit`() async throws {
    let path = folder.file("a.lock")
    let held = try FileLock(path)
    let waited = Mutex(Duration.zero)
    let timing = Timing(
      sleep: { pause in waited.withLock { $0 += pause } }, random: { 0 })
    await #expect(throws: FileLock.Failure.held(path: path)) {
      _ = try await FileLock(path, waitingUpTo: .milliseconds(10), timing: timing)
    }
    #expect(waited.withLock { $0 } == .milliseconds(10))
    held.release()
  }

  @Test func `a cancelled wait throws what the sleep throws`() async throws {
    let path = folder.file("a.lock")
    let held = try FileLock(path)
    await #expect(throws: CancellationError.self) {
      _ = try await FileLock(
        path, waitingUpTo: .seconds(1), timing: Timing(sleep: { _ in throw CancellationError() }))
    }
    held.release()
    _ = try FileLock(path)
  }

  @Test func `a file that cannot be made is told with its path`() throws {
    let path = folder.file("none/a.lock")
    let error = #expect(throws: FileLock.Failure.self) { try FileLock(path) }
    guard case .system(path, _)? = error else {
      Issue.record("told \(String(describing: error))")
      return
    }
  }
}
