import Flowline

extension PostedBody {
  /// What is understood of a number, an amount or a day that was typed, in words that a person can check.
  ///
  /// - Parameters:
  ///   - kind: what is asked.
  ///   - name: the name of its field.
  ///   - environment: the world in which it is asked.
  /// - Returns: nil if it is not understood, reads as it was typed, or is of another kind.
  func understood(
    _ kind: PromptKind, named name: String, in environment: FlowEnvironment
  ) -> String? {
    guard let writer = kind.writer else { return nil }
    let typed = if case .date = kind { DayFields(self, name).text } else { self[name] ?? "" }
    guard let value = writer.recorded(typed, in: environment),
      let echo = writer.echo(value, in: environment)?.resolved(in: environment).text,
      echo != typed
    else { return nil }
    return echo
  }
}
