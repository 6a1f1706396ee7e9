import ArgumentParser
import Flowline
import FlowlineTerminal

/// What a walk takes that the command begins or goes on with.
struct WalkOptions: ParsableArguments {
  @ArgumentParser.Option(
    name: .customLong("answer"),
    help: ArgumentHelp(
      "An answer for a step, as typed: account=personal, round-up/account=personal.",
      valueName: "step=value"))
  var answer: [String] = []

  @ArgumentParser.Option(
    help: ArgumentHelp(
      "Answers from a file: a JSON object {step: value or [values]}, or a script.",
      valueName: "file"))
  var answers: String?

  @ArgumentParser.Option(
    help: ArgumentHelp("Write the script of the session to a file.", valueName: "file"))
  var record: String?

  @Flag(help: "Print the outcome as one JSON object.")
  var json = false

  @Flag(help: "Ask nobody: every answer must be given.")
  var noInput = false

  @ArgumentParser.Option(
    help: ArgumentHelp("How long to wait for an answer.", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    for answer in answer where answer.hasPrefix("=") || !answer.contains("=") {
      throw ValidationError("“\(answer)” is no answer; write it like account=personal.")
    }
    if let timeout, !(timeout > 0 && timeout < 1e9) {
      throw ValidationError("--timeout takes a number of seconds above 0.")
    }
  }

  /// The answers that are given, those of the arguments before those of the file.
  func prepared(for flow: FlowID, _ words: Words) throws(AnswersFault) -> PreparedAnswers {
    var prepared = PreparedAnswers()
    for answer in answer {
      let parts = answer.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      prepared.add(.text(String(parts[1])), for: String(parts[0]))
    }
    if let answers {
      try AnswersFile(path: answers, flow: flow, words: words).add(to: &prepared)
    }
    return prepared
  }
}
