import Flowline
import ServiceSteps

// The examples of ServiceSteps, as they are printed, with what they need around them.

/// In place of what the plugin `EmbeddedFiles` makes of catalogues.
private enum PackageResources {
  static let Scanner_xcstrings = Array(
    #"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8)
}

private enum ServiceExamples {
  struct Paper: Codable, Sendable {}

  struct Printer: Sendable {
    func paper() async throws -> [Paper] { [] }
  }

  struct PrinterContext: ServiceContext {
    typealias Failure = PrinterError
    let flow: FlowContext
    let printer: Printer

    func paper() async throws -> [Paper] {
      try await untilAnswered {
        try await ask("paper") { [printer] in try await printer.paper() }
      } recovering: { error in
        try await decide(about: error, on: "not-loaded")
        return nil
      }
    }
  }
}

private struct ScannerError {
  enum Code: String, Codable {
    case off, noAnswer
  }

  let code: Code
  var cause: String?
  var causeCode: String?
}

extension ScannerError: ServiceError {
  static let texts = TextCatalog(PackageResources.Scanner_xcstrings)
  var hasPage: Bool { !isOutcomeUnknown }
  var isOutcomeUnknown: Bool { code == .noAnswer }
}
