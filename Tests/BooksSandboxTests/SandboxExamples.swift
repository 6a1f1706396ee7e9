import BooksSandbox
import FoundationEssentials
import TestSupport
import Testing

/// The example of BooksSandbox, as it is printed.
struct SandboxExamples {
  @Test func `a sandbox is started as the article says`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let noon = Date(timeIntervalSince1970: 1_789_905_600)
    var configuration = BooksSandboxConfiguration(folder: folder)
    configuration.now = noon
    let sandbox = try BooksSandbox(configuration)
    let address = try await sandbox.start()
    // … `sandbox.books` are the books themselves …
    try await sandbox.stop()
    #expect(address.hasPrefix("http://127.0.0.1:"))
  }
}
