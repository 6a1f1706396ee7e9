import BankSandbox
import TestSupport
import Testing

/// The example of BankSandbox, as it is printed.
struct SandboxExamples {
  @Test func `a sandbox is started as the article says`() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    var configuration = SandboxConfiguration(folder: folder)
    configuration.tokens = [
      SandboxToken("secret"), SandboxToken("other", scopes: ["balance:read"]),
    ]
    let sandbox = try Sandbox(configuration)
    let address = try await sandbox.start()
    // … `sandbox.bank` is the bank itself …
    try await sandbox.stop()
    #expect(address.hasPrefix("http://127.0.0.1:"))
  }
}
