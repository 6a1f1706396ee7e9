import ArgumentParser
import Flowline
import FlowlineTerminal

/// The secrets that a command is given, read in one way by all commands.
struct SecretOptions: ParsableArguments {
  @ArgumentParser.Option(
    name: .customLong("secret"),
    help: ArgumentHelp(Program.texts("help.secret"), valueName: "step=file"))
  var secret: [String] = []

  /// A secret that was read.
  struct ReadSecret {
    /// The step, by its id or the end of its path.
    let step: String
    let text: String
  }

  func validate() throws {
    // What was given may be a secret, and is not repeated.
    for secret in secret where StepOption(secret) == nil { throw Usage.fault("usage.secret") }
  }

  /// Reads the secrets from their files, in the order they were given.
  func read(_ words: Words) throws(AnswersFault) -> [ReadSecret] {
    var secrets: [ReadSecret] = []
    for option in secret.compactMap(StepOption.init) {
      let text = try SecretFile(option.value, for: option.step, words: words).read()
      secrets.append(ReadSecret(step: option.step, text: text))
    }
    return secrets
  }

  /// Reads the secrets for scripts: each answers its step as often as the step asks.
  ///
  /// Steps are told apart by their ids alone: a script written by hand does not tell its flows.
  func readForScripts(_ words: Words) throws(AnswersFault) -> [StepID: String] {
    var secrets: [StepID: String] = [:]
    for secret in try read(words) {
      guard let id = GivenAnswer.path(secret.step)?.last else { continue }
      guard secrets.updateValue(secret.text, forKey: id) == nil else {
        throw AnswersFault(message: words("replay.secret-twice", .string(id.rawValue)))
      }
    }
    return secrets
  }
}

/// An option that says something of a step: `STEP=VALUE`.
struct StepOption {
  /// The step, by its id or the end of its path.
  let step: String
  let value: String

  /// Reads an option; nil unless it begins with the name of a step and `=`.
  init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, GivenAnswer.path(String(parts[0])) != nil else { return nil }
    step = String(parts[0])
    value = String(parts[1])
  }
}
