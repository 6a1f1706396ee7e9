import ArgumentParser
import Flowline
import FlowlineTerminal

/// The answers that are given beforehand.
struct AnswerOptions: ParsableArguments {
  @ArgumentParser.Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "An answer for a step, as typed: name=Ada, address/city=York.",
      valueName: "step=value"),
    completion: .custom { Completions.answers($0, $1, $2) })
  var answer: [String] = []

  @ArgumentParser.Option(
    help: ArgumentHelp(
      """
      Answers from a file, “-” for standard input: a JSON object {step: value or [values]}, a JSON \
      array of {"step": …, "answer": …}, or a script.
      """,
      valueName: "file"),
    completion: .file())
  var answers: String?

  @ArgumentParser.Option(
    name: .customLong("secret"),
    help: ArgumentHelp(
      """
      A secret for a step, from a file that only you can read or from a descriptor: \
      pin=pin.txt, pin=fd:3.
      """,
      valueName: "step=file"))
  var secret: [String] = []

  @Flag(
    help: "Accept the given answers even where the flow would ask whether they are right.")
  var acceptWarnings = false

  func validate() throws {
    // What was given may be a secret, and is not repeated.
    for answer in answer where !Self.namesStep(answer) { throw Usage.fault("usage.answer") }
    for secret in secret where !Self.namesStep(secret) { throw Usage.fault("usage.secret") }
  }

  /// Whether an option begins with the name of a step and `=`.
  private static func namesStep(_ option: String) -> Bool {
    option.contains("=") && GivenAnswer.path(parts(of: option).step) != nil
  }

  /// Whether standard input is a file of answers.
  var readsInput: Bool { answers == "-" }

  /// The answers that are given, those of the arguments before those of the file.
  func prepared(for flow: FlowID, _ words: Words) throws(AnswersFault) -> PreparedAnswers {
    var prepared = PreparedAnswers()
    for answer in answer {
      let (step, value) = Self.parts(of: answer)
      prepared.add(.text(value), for: step, from: .argument)
    }
    for secret in secret {
      let (step, place) = Self.parts(of: secret)
      let text = try SecretFile(place, for: step, words: words).read()
      prepared.add(.text(text), for: step, from: .secret)
    }
    if let answers {
      try AnswersFile(path: answers, flow: flow, words: words).add(to: &prepared)
    }
    return prepared
  }

  private static func parts(of text: String) -> (step: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), String(parts.last ?? ""))
  }
}
