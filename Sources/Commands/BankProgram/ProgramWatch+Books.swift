package import BooksFlows
package import FlowlineProgram

extension ProgramWatch {
  /// Looks for transactions to explain.
  package static func books(_ watch: BooksWatch) -> ProgramWatch {
    ProgramWatch(pausing: BooksWatch.shortestPause) { try await watch.look() }
  }
}
