/// What a test waited for did not come.
package struct NeverCame: Error, CustomStringConvertible {
  package let description: String
}

/// Waits for another thread until a condition holds.
///
/// - Throws: `NeverCame` after ten minutes: a net for what would otherwise never end, longer than any
///   computer needs, however busy.
package func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(600)
  while try await !condition() {
    guard clock.now < end else { throw NeverCame(description: "never came: \(what)") }
    await Task.yield()
  }
}
