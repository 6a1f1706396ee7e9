public import Flowline

/// The flows of a run, and the world that their sessions belong to.
public struct ProgramWorld: Sendable {
  /// The flows that may be started and resumed.
  public let catalog: FlowCatalog

  /// Which world the sessions belong to, as the options that lead there again, such as
  /// `--data /home/ada/bank`; nil if there is only one.
  ///
  /// A session of another world is not resumed; the message names the options that it needs.
  public let name: String?

  /// The flows for playing one script live, as they are at its time; nil if scripts are played in this
  /// world.
  ///
  /// Scripts that hold nothing but answers are played live always, so a world that is no sample should
  /// be named by options before scripts may write in it.
  public let sample: (@Sendable (FlowEnvironment) throws -> FlowCatalog)?

  /// Logs out of everything that the flows are logged in to, as too many wrong PINs do; nil if that is
  /// nothing.
  public let logOut: (@Sendable () async -> Void)?

  /// Makes a world.
  ///
  /// - Parameters:
  ///   - catalog: the flows.
  ///   - name: which world the sessions belong to, as the options that lead there again.
  ///   - sample: makes the flows that one script is played with; without it, `catalog`.
  ///   - logOut: logs out of everything that the flows are logged in to.
  public init(
    _ catalog: FlowCatalog, name: String? = nil,
    sample: (@Sendable (FlowEnvironment) throws -> FlowCatalog)? = nil,
    logOut: (@Sendable () async -> Void)? = nil
  ) {
    self.logOut = logOut
    self.catalog = catalog
    self.name = name
    self.sample = sample
  }
}
