extension Screen {
  /// The default as it is typed, for an example; nil if there is none, or it must not be shown.
  func typedDefault(in environment: FlowEnvironment) -> String? {
    question.isSensitive ? nil : question.defaultAnswer.flatMap { typed($0, in: environment) }
  }
}

/// Numbers to show as examples: such as a person might type.
enum UsualNumber {
  /// The usual number if it is allowed, else a round one.
  ///
  /// Of the round ones within the limits, that is the largest below the usual one, else the smallest.
  ///
  /// - Parameters:
  ///   - usual: the number if there were no limits.
  ///   - least: the smallest number allowed.
  ///   - most: the largest number allowed.
  /// - Returns: the number; zero or the smallest one allowed if none within the limits is round.
  static func like(_ usual: Int128, from least: Int128, to most: Int128) -> Int128 {
    if least <= usual, usual <= most { return usual }
    var found: Int128?
    for round in rounds where least <= round && round <= most && (found == nil || round <= usual) {
      found = round
    }
    return found ?? (least <= 0 && most >= 0 ? 0 : least)
  }

  /// 1, 2, 5, 10, 20, 50 and so on.
  private static let rounds: [Int128] = {
    var (rounds, power): ([Int128], Int128) = ([], 1)
    for _ in 0...36 {
      rounds += [power, 2 * power, 5 * power]
      power *= 10
    }
    return rounds
  }()
}
