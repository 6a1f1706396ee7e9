import Flowline
import ServiceSteps
import Synchronization

/// A service as somebody else would write it, which answers what a test says.
final class Printer: Sendable {
  private struct State {
    var replies: [PrinterError?]
    var keys: [String] = []
  }

  private let state: Mutex<State>

  /// Makes a printer.
  ///
  /// - Parameter replies: how it fails, one call after the other; nil for an answer. After them it answers.
  init(_ replies: PrinterError?...) { state = Mutex(State(replies: replies)) }

  /// The keys of the jobs that came, in their order.
  var keys: [String] { state.withLock { $0.keys } }

  func paper() throws -> [String] {
    try reply()
    return ["A4"]
  }

  func submit(_ job: PrintJob) throws -> String {
    state.withLock { $0.keys.append(job.key) }
    try reply()
    return job.paper
  }

  private func reply() throws {
    let error = state.withLock { $0.replies.isEmpty ? nil : $0.replies.removeFirst() }
    if let error { throw error }
  }
}

struct PrintJob: Codable, Sendable {
  let key: String
  let paper: String
}

/// Why the printer gave no answer.
struct PrinterError: ServiceError, Equatable {
  enum Code: String, Codable {
    case jammed, off, noAnswer
  }

  let code: Code
  var cause: String?
  var causeCode: String?
  var causeValues: [String]?

  static let texts = TextCatalog(
    Array(
      """
      {"sourceLanguage":"en","version":"1.0","strings":{
        "cause.tray":{"localizations":{
          "en":{"stringUnit":{"value":"tray %@"}},"ru":{"stringUnit":{"value":"лоток %@"}}}},
        "remedy.jammed.tray":{"localizations":{
          "en":{"stringUnit":{"value":"Empty the tray."}},
          "ru":{"stringUnit":{"value":"Освободите лоток."}}}},
        "remedy.other":{"localizations":{
          "en":{"stringUnit":{"value":"Try again."}},
          "ru":{"stringUnit":{"value":"Попробуйте снова."}}}},
        "trouble.jammed":{"localizations":{
          "en":{"stringUnit":{"value":"The printer is jammed"}},
          "ru":{"stringUnit":{"value":"Принтер застрял"}}}},
        "trouble.other":{"localizations":{
          "en":{"stringUnit":{"value":"The printer does not print (%@)"}},
          "ru":{"stringUnit":{"value":"Принтер не печатает (%@)"}}}},
        "trouble.row.cause":{"localizations":{
          "en":{"stringUnit":{"value":"Cause"}},"ru":{"stringUnit":{"value":"Причина"}}}}
      }}
      """.utf8))

  var hasPage: Bool { !isOutcomeUnknown }
  var isOutcomeUnknown: Bool { code == .noAnswer }
}

/// What a flow at the printer works with.
struct PrinterContext: ServiceContext {
  typealias Failure = PrinterError

  let flow: FlowContext
  let printer: Printer

  func paper() async throws -> [String] {
    try await untilAnswered {
      try await ask("paper") { [printer] in try printer.paper() }
    } recovering: { error in
      let other = Option("any", Destination<Bool>.result(false), label: "Any paper")
      let again = try await decide(
        about: error, on: "not-loaded", default: "again", others: [other])
      return again ? nil : ["any"]
    }
  }

  func submit(on paper: String) async throws -> String {
    let job = PrintJob(key: makeOrderKey(), paper: paper)
    return try await untilAnswered {
      try await send("job", job) { [printer] in try printer.submit($0) }
    } recovering: { error in
      try await decide(about: error, on: "not-done")
      return nil
    }
  }
}

/// Prints on the first paper there is.
struct PrintFlow: CatalogedFlow {
  static var texts: TextCatalog { PrinterError.texts }
  let id: FlowID = "print"
  let printer: Printer

  func run(_ context: FlowContext) async throws -> String {
    let steps = PrinterContext(flow: context, printer: printer)
    return try await steps.submit(on: steps.paper().first ?? "none")
  }
}
