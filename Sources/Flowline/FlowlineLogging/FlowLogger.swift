public import Flowline
import FoundationEssentials
public import Logging

#if !Logging
  // Said before the module that is missing, which names no trait.
  #error("FlowlineLogging needs the trait Logging: .package(…, traits: [\"Logging\"])")
#endif

/// Writes what happens in sessions as log lines.
///
///     controller.observe(FlowLogger(Logger(label: "shop")).log)
///
/// The message is the event's kind and place; everything else is metadata under names that begin with
/// `flow.`, so that lines can be searched by session, step or code. What people answered and typed
/// stays out of the log unless you ask for it, and what a sensitive screen took always does.
public struct FlowLogger: Sendable {
  private let logger: Logger
  private let includesAnswers: Bool

  /// Makes a subscriber.
  ///
  /// - Parameters:
  ///   - logger: receives the lines; its level and metadata hold.
  ///   - includesAnswers: whether answers and refused texts are logged: for development, not if the
  ///     answers are somebody's name, account or amount.
  public init(_ logger: Logger, includesAnswers: Bool = false) {
    self.logger = logger
    self.includesAnswers = includesAnswers
  }

  /// Logs one event; an observer for `observe`.
  @Sendable public func log(_ event: FlowEvent) {
    logger.log(
      level: event.level, "\(event.kind.name) \(event.path)", metadata: metadata(of: event))
  }

  private func metadata(of event: FlowEvent) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "flow.event": "\(event.kind.name)", "flow.path": "\(event.path)",
      "flow.session": "\(event.session.text)",
      "flow.sequence": "\(event.sequence)",
    ]
    for (key, value) in details(of: event.kind) { metadata["flow.\(key)"] = "\(value)" }
    return metadata
  }

  private func details(of kind: FlowEvent.Kind) -> [String: String] {
    switch kind {
    case .started(let version): ["version": "\(version)"]
    case .rebuilt(let answers): ["answers": "\(answers)"]
    case .asked(let presentation, let kind):
      ["presentation": "\(presentation)", "kind": kind]
    case .answered(let answer): includesAnswers ? ["answer": answer.text] : [:]
    case .refused(let refusal, let input): details(of: refusal, input)
    case .delivered(let value, let key):
      (includesAnswers ? ["value": value.text] : [:])
        .merging(key.map { ["key": $0] } ?? [:]) { own, _ in own }
    case .effect(let effect, let phase): details(of: effect, phase)
    case .back: [:]
    case .language(let language): ["language": language]
    case .diverged(let divergence):
      ["wanted": divergence.wanted, "kept": "\(divergence.kept)", "left": "\(divergence.left)"]
        .merging(divergence.line.map { ["line": "\($0)"] } ?? [:]) { own, _ in own }
    case .diagnostic(let diagnostic):
      ["code": diagnostic.code.rawValue, "message": diagnostic.message]
    case .ended(let ending): details(of: ending)
    }
  }

  private func details(of refusal: Refusal, _ input: FlowEvent.Input) -> [String: String] {
    var details = ["input": input.name, "code": refusal.code.rawValue]
    if includesAnswers, case .answer(let answer?) = input { details["answer"] = answer.text }
    return details
  }

  private func details(
    of effect: FlowEvent.Effect, _ phase: FlowEvent.Phase
  ) -> [String: String] {
    var details = ["phase": phase.name, "effect": "\(effect.number)"]
    if let key = effect.key { details["key"] = "\(key)" }
    if case .failed(let message) = phase { details["error"] = message }
    return details
  }

  private func details(of ending: FlowEvent.Ending) -> [String: String] {
    var details = ["ending": ending.name]
    switch ending {
    case .finished: break
    case .cancelled(let reason): details["reason"] = reason.rawValue
    case .failed(let message): details["error"] = message
    }
    return details
  }
}

extension FlowEvent {
  /// How much the event matters: what went wrong, what a session did as a whole, and its steps.
  public var level: Logger.Level {
    switch kind {
    case .ended(.failed), .effect(_, .failed): .error
    case .diverged, .diagnostic, .effect(_, .repeated): .warning
    case .started, .ended, .rebuilt: .info
    case .asked, .answered, .refused, .delivered, .effect, .back, .language: .debug
    }
  }
}
