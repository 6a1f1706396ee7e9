public import Flowline

/// What a program looks for by itself, for `watch`, which tells what is new.
public struct ProgramWatch: Sendable {
  /// How long it waits between two looks at the least.
  public let shortestPause: Duration
  /// Looks once: a line that tells what is new since the look before; nil if nothing is.
  public let look: @Sendable () async throws -> Text?

  /// Makes a watch.
  public init(
    pausing shortestPause: Duration, look: @escaping @Sendable () async throws -> Text?
  ) {
    (self.shortestPause, self.look) = (shortestPause, look)
  }
}
