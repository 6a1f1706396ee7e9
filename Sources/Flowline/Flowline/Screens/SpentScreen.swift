extension Screen {
  /// The same screen, for a secret that its check alone needs: the check logs somebody in with it, say.
  ///
  /// A session that is rebuilt, by another machine or after a restart, does not have a secret, and asks for it
  /// again. It does not ask for one that was spent, as what came of it is known.
  ///
  ///     _ = try await context.run(SecretScreen("token").spentByCheck()) { token in
  ///       try await bank.logIn(with: token.secret?.reveal() ?? "")
  ///     }
  public func spentByCheck<Value>() -> some Screen<SpentSecret<Value>>
  where Output == Secret<Value> {
    SpentScreen<Self, Value>(base: self)
  }
}

/// A secret that the check of its question alone needs, see ``Screen/spentByCheck()``.
public struct SpentSecret<Value> {
  /// The secret; nil once the session was rebuilt.
  public let secret: Secret<Value>?
}

extension SpentSecret: Sendable where Value: Sendable {}

extension SpentSecret: Encodable {
  /// Writes what a ``Secret`` writes, and null without one.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }
}

/// A result of a screen that stands in for a recorded mark.
protocol SpentOutput {
  static var spent: Self { get }
}

extension SpentSecret: SpentOutput {
  static var spent: Self { Self(secret: nil) }
}

private struct SpentScreen<Base: Screen, Value>: ScreenWrapper
where Base.Output == Secret<Value> {
  typealias Output = SpentSecret<Value>

  var base: Base

  func read(
    _ answer: Answer, in environment: FlowEnvironment
  ) -> Result<Accepted<SpentSecret<Value>>, Refusal> {
    base.read(answer, in: environment).map {
      Accepted(SpentSecret(secret: $0.value), recorded: $0.recorded)
    }
  }

  func warning(about value: SpentSecret<Value>, in environment: FlowEnvironment) -> Refusal? {
    value.secret.flatMap { base.warning(about: $0, in: environment) }
  }

  /// It takes no more than the screen inside.
  func fault(in environment: FlowEnvironment) -> ScreenFault? { base.fault(in: environment) }
}
