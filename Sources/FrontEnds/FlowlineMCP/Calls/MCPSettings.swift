public import Flowline
public import FlowlineHost
import FoundationEssentials

/// How tools behave, and where a person answers what no form may ask.
public struct MCPSettings: Sendable {
  /// What the server calls itself.
  public var name = "flowline"
  /// The version it tells.
  public var version = "0.1.0"
  /// 32 bytes that seal what clients carry; the same for all processes that share sessions.
  ///
  /// With a key of one process alone, rounds that were begun before a restart are begun again.
  public var sealKey = [UInt8]((0..<32).map { _ in .random(in: 0...255) })
  /// Keeps which rounds were answered; the same for all processes that share sessions.
  public var values: any ValueStore = MemoryValueStore()
  /// How many questions a call asks at the most before it returns with how to go on.
  ///
  /// Clients of the revision 2026-07-28 give up after ten.
  public var rounds = 8
  /// How often a question is asked again whose answer was empty.
  public var repeats = 3
  /// How long a call waits for what is under way.
  public var patience = Duration.seconds(30)
  /// How long a call waits in one go for what a person does on a page.
  public var pagePatience = Duration.seconds(20)
  /// The page on which a person answers a question: bound to the user, who has to show it; nil if there
  /// are no pages.
  public var page: @Sendable (SessionKey, StepToken?) -> String? = { _, _ in nil }
  /// Makes the ids of sessions.
  var makeSession: @Sendable () -> UUID = { .newSession() }

  /// Makes the usual settings, without pages.
  public init() {}
}

extension MCPSettings {
  /// The settings of processes that share a store: its key, which is made if there is none, and its rounds.
  ///
  /// - Throws: a `StoreFailure` if the key cannot be read or kept.
  public init(over values: any ValueStore) async throws(StoreFailure) {
    self.init()
    self.values = values
    sealKey = try await values.bytes(named: "agents", on: "seal") { sealKey }
  }
}
