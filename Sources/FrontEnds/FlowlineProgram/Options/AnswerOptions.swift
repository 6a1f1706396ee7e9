import ArgumentParser
import Flowline
import FlowlineTerminal

/// The answers that are given beforehand.
struct AnswerOptions: ParsableArguments {
  @ArgumentParser.Option(
    name: .customLong("answer"),
    help: ArgumentHelp(Program.texts("help.answer"), valueName: "step=value"),
    completion: .custom { Completions.answers($0, $1, $2) })
  var answer: [String] = []

  @ArgumentParser.Option(
    help: ArgumentHelp(
      Program.texts(
        "help.answers", .string(#"{"name": "Ada"}"#),
        .string(#"{"step": "name", "answer": "Ada"}"#)),
      valueName: "file"),
    completion: .file())
  var answers: String?

  @OptionGroup var secrets: SecretOptions

  @Flag(help: ArgumentHelp(Program.texts("help.accept-warnings")))
  var acceptWarnings = false

  func validate() throws {
    // What was given may be a secret, and is not repeated.
    for answer in answer where StepOption(answer) == nil { throw Usage.fault("usage.answer") }
  }

  /// Whether standard input is a file of answers.
  var readsInput: Bool { answers == "-" }

  /// The answers that are given, those of the arguments before those of the file.
  func prepared(for flow: FlowID, _ words: Words) throws(AnswersFault) -> PreparedAnswers {
    var prepared = PreparedAnswers()
    for option in answer.compactMap(StepOption.init) {
      prepared.add(.text(option.value), for: option.step, from: .argument)
    }
    for secret in try secrets.read(words) {
      prepared.add(.text(secret.text), for: secret.step, from: .secret)
    }
    if let answers {
      try AnswersFile(path: answers, flow: flow, words: words).add(to: &prepared)
    }
    return prepared
  }
}
