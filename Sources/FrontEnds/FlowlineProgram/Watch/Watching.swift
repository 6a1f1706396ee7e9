import Flowline
import FoundationEssentials

/// Looking again and again, until somebody stops the program.
struct Watching: Sendable {
  let watch: ProgramWatch
  /// How long it waits between two looks.
  let pause: Duration
  let clock: any FlowClock
  /// Prints a line.
  let tell: @Sendable (Text) throws -> Void
  /// Prints why a look did not work.
  let complain: @Sendable (String) -> Void
  /// Why a look did not work, in words.
  let cause: @Sendable (any Error) -> String

  /// Looks without an end.
  ///
  /// The same cause is told once, until a look works again.
  ///
  /// - Throws: what `tell` throws, or a `CancellationError`.
  func run() async throws {
    var last: String?
    while true {
      last = try await look(after: last)
      try await clock.sleep(until: clock.now.addingTimeInterval(pause / .seconds(1)))
    }
  }

  /// Looks once.
  ///
  /// - Parameter last: why the look before did not work; nil if it did.
  /// - Returns: why this one did not; nil if it did.
  /// - Throws: what `tell` throws.
  func look(after last: String? = nil) async throws -> String? {
    let line: Text?
    do {
      line = try await watch.look()
    } catch {
      let problem = cause(error)
      if problem != last { complain(problem) }
      return problem
    }
    if let line { try tell(line) }
    return nil
  }
}
