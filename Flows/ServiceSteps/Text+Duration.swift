import Flowline

extension Text {
  /// A length of time as people say it: `90 s`, `15 min`, `2 h`, `2 h 5 min`.
  ///
  /// It is rounded up to whole minutes from two minutes on, so that nobody comes back too early.
  ///
  /// - Parameter seconds: the length; not negative.
  /// - Returns: the text, in the language in which it is resolved.
  static func duration(ofSeconds seconds: Int) -> Text {
    guard seconds >= 120 else { return serviceTexts("duration.seconds", seconds) }
    let minutes = (seconds - 1) / 60 + 1
    guard minutes >= 120 else { return serviceTexts("duration.minutes", minutes) }
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    return rest == 0
      ? serviceTexts("duration.hours", hours)
      : serviceTexts("duration.hours-minutes", hours, rest)
  }
}
