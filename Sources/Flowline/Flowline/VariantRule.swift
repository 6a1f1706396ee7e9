/// Which of several flows runs under one id: deterministic, so that the same person has the same one
/// every time, in every program.
public struct VariantRule: Sendable {
  private let choose: @Sendable (FlowEnvironment) -> FlowID

  /// Makes a rule of your own.
  ///
  /// - Parameter choose: the id of the variant; it must follow from the environment alone, or from
  ///   what stays the same while the program runs.
  public init(_ choose: @escaping @Sendable (FlowEnvironment) -> FlowID) {
    self.choose = choose
  }

  /// The id of the variant that runs.
  public func variant(in environment: FlowEnvironment) -> FlowID { choose(environment) }

  /// So many of a hundred subjects get each variant.
  ///
  /// A subject's place is the FNV-1a hash (64 bits) of `experiment`, a zero byte and `subject`,
  /// mixed as SplitMix64 mixes, modulo 10,000; the shares are laid side by side in the given order.
  ///
  /// - Parameters:
  ///   - shares: the variants with their parts of a hundred, each from 0 to 100 and rounded to hundredths. One
  ///     below 0, or that is no number, counts as 0, one above 100 as 100. What they leave of a hundred falls
  ///     to the last.
  ///   - subject: who is sorted: a user's id, an installation's.
  ///   - experiment: keeps the sortings of several experiments apart.
  /// - Returns: the rule, for ``FlowCatalog/add(_:title:summary:variants:choosing:guards:)``.
  public static func percentages(
    _ shares: KeyValuePairs<FlowID, Double>, of subject: String, in experiment: String
  ) -> VariantRule {
    let place = place(of: subject, in: experiment)
    var end = 0
    for (variant, share) in shares {
      end += hundredths(of: share)
      if place < end { return VariantRule { _ in variant } }
    }
    let last = shares.last?.key ?? ""
    return VariantRule { _ in last }
  }

  /// A share in hundredths of a percent, from 0 to 10,000.
  private static func hundredths(of share: Double) -> Int {
    share.isNaN ? 0 : Int((min(max(share, 0), 100) * 100).rounded())
  }

  /// By the language of the session, `en` for example.
  public static func languages(_ variants: [String: FlowID], else other: FlowID) -> VariantRule {
    VariantRule { variants[$0.language] ?? other }
  }

  /// By a flag, which is looked at when the flow starts.
  public static func flag(
    _ isOn: @escaping @Sendable () -> Bool, then variant: FlowID, else other: FlowID
  ) -> VariantRule {
    VariantRule { _ in isOn() ? variant : other }
  }

  /// A number from 0 to 9,999 that a subject has in an experiment.
  static func place(of subject: String, in experiment: String) -> Int {
    var hash = StableHash()
    hash.add([UInt8](experiment.utf8) + [0] + subject.utf8)
    var generator = SeededGenerator(seed: hash.value)
    return Int(generator.next() % 10_000)
  }
}
