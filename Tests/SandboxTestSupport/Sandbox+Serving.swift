package import BankSandbox
package import EmbeddedBank
package import Testing

extension Sandbox {
  /// Runs a test's work over a sandbox at an address of this computer, ends it however the work
  /// ends, and audits its books.
  ///
  /// `seed` puts into the books what is there from the beginning; `work` gets the sandbox and its
  /// address.
  package static func serving<Value>(
    _ configuration: SandboxConfiguration, seed: (EmbeddedBank) throws -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation,
    _ work: (Sandbox, String) async throws -> Value
  ) async throws -> Value {
    let sandbox = try Sandbox(configuration)
    try seed(sandbox.bank)
    let address = try await sandbox.start()
    let value: Value
    do {
      value = try await work(sandbox, address)
    } catch {
      try await sandbox.stop()
      throw error
    }
    try await sandbox.stop()
    // What was under way yet has come to its end by now.
    #expect(try sandbox.bank.auditDifferences() == [], sourceLocation: location)
    return value
  }
}
