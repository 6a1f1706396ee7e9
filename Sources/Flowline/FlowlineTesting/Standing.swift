import Flowline
import FoundationEssentials

/// Where a flow stands, in words for a test's report.
struct Standing: CustomStringConvertible {
  private let lines: [String]

  /// Describes what a controller does just now.
  ///
  /// - Parameters:
  ///   - controller: the controller.
  ///   - ending: the outcome in words; nil while the flow is running.
  ///   - lastRefusal: what was refused last; nil if nothing was.
  init(_ controller: FlowController, ending: String?, lastRefusal: RefusedInput?) {
    var lines: [String] = []
    let legal = controller.legalInputs
    if let ending {
      lines.append("it has ended: \(ending)")
    } else if let prompt = legal.hold, let hold = prompt.hold {
      let what = hold.isStore ? "its store" : "`\(prompt.id)` at \(prompt.path)"
      lines.append("it is held by \(what): \(hold.message)")
      lines.append("choices: \(prompt.kind.choices.map(\.key).joined(separator: ", "))")
    } else if case .success(let answer) = legal.answer {
      let question = controller.prompt?.question.text ?? ""
      lines.append("it asks \(answer.path) (\(answer.kind.name)): “\(question)”")
      let keys = answer.kind.choices.map(\.key)
      if !keys.isEmpty { lines.append("choices: \(keys.joined(separator: ", "))") }
    } else if !legal.waits.isEmpty {
      let waits = legal.waits.map { wait in
        "`\(wait.id)`\(wait.until.map { " until \($0.timestamp)" } ?? "")"
      }
      lines.append("it waits for \(waits.joined(separator: ", "))")
    } else {
      let inspection = controller.inspection
      let path = inspection.innermost.first.map { inspection.path(to: $0).description } ?? ""
      let effect = legal.underWay.first.map { ", waiting for `\($0.id)`" } ?? ""
      lines.append("it is \(inspection.state.rawValue) at \(path)\(effect)")
    }
    if case .success(let path) = legal.back { lines.append("back leads to \(path)") }
    if let lastRefusal {
      lines.append(
        "last refused: \(lastRefusal.what), \(Self.words(of: lastRefusal.refusal, in: controller))")
    }
    self.lines = lines
  }

  /// A refusal's code and its text in the session's language.
  static func words(of refusal: Refusal, in controller: FlowController) -> String {
    let text = refusal.message.resolved(in: controller.environment).text
    return "\(refusal.code.rawValue) (“\(text)”)"
  }

  var description: String {
    lines.joined(separator: "\n")
  }
}

/// Something a flow did not take.
struct RefusedInput {
  /// What it was, without what a sensitive screen must not tell.
  let what: String
  let refusal: Refusal

  init(what: String, refusal: Refusal) {
    self.what = what
    self.refusal = refusal
  }

  init(_ answer: Answer, to prompt: LegalAnswer, _ refusal: Refusal) {
    let given: String
    switch answer {
    case _ where prompt.isSensitive: given = "…"
    case .text(let text): given = "“\(text.prefix(80))”"
    case .json(let json): given = String(json.text.prefix(80))
    }
    self.init(what: "`\(prompt.id)` \(given)", refusal: refusal)
  }
}
