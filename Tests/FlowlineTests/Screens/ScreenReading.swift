import Flowline
import FoundationEssentials

/// What an answer comes to: its recorded form, or the code of its refusal with its place.
func reading<Asked: Screen>(
  _ screen: Asked, _ answer: Answer, in environment: FlowEnvironment = .test
) -> String {
  switch screen.read(answer, in: environment) {
  case .success(let accepted): accepted.recorded.text
  case .failure(let refusal):
    refusal.code.rawValue
      + (refusal.range.map { " \($0.lowerBound)..<\($0.upperBound)" } ?? "")
  }
}

/// The words of the refusal of an answer.
func refusal<Asked: Screen>(
  of screen: Asked, _ answer: Answer, in environment: FlowEnvironment = .test
) -> String? {
  guard case .failure(let refusal) = screen.read(answer, in: environment) else { return nil }
  return refusal.message.resolved(in: environment).text
}

/// What is echoed of an answer.
func echo<Asked: Screen>(
  of screen: Asked, _ answer: Answer, in environment: FlowEnvironment = .test
) -> String? {
  guard case .success(let accepted) = screen.read(answer, in: environment) else { return nil }
  return screen.echo(accepted.recorded, in: environment)?.resolved(in: environment).text
}

extension FlowEnvironment {
  /// Noon on a day in a locale, where the clock is London's.
  static func noon(_ day: String, _ locale: String = "en_GB") -> FlowEnvironment {
    FlowEnvironment(
      locale: Locale(identifier: locale), timeZone: .gmt,
      now: Date(timestamp: "\(day)T12:00:00Z") ?? Date(timeIntervalSince1970: 0))
  }
}
