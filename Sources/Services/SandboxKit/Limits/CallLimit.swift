/// How often somebody may call: so many times in each span of so many seconds.
///
/// The spans begin at whole multiples of their length: full minutes, full hours.
public struct CallLimit: Sendable, Hashable {
  /// How often.
  public let count: Int

  /// The length of a span in seconds.
  public let seconds: Int

  /// Makes a limit.
  public init(_ count: Int, per seconds: Int) {
    self.count = count
    self.seconds = max(1, seconds)
  }
}
