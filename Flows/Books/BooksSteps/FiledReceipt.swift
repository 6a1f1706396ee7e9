import BooksClient
import Flowline
import ServiceSteps

/// The receipt of something that is in the books already.
enum FiledReceipt: Sendable {
  case none
  /// It is kept with the session.
  case kept(KeptFile)
  /// It could not be read.
  case unread

  /// The file; nil if there is none, or it could not be read.
  var file: KeptFile? { if case .kept(let file) = self { file } else { nil } }

  /// What is shown of it: the texts `row.receipt` and `row.receipt-unread` of the step.
  var rows: [Row] {
    switch self {
    case .none: []
    case .kept(let file): [Row("receipt", file: file)]
    case .unread: [Row("receipt-unread", mark: .failure)]
    }
  }
}

extension BooksContext {
  /// Reads a receipt, to be looked at and to be kept; that it cannot be read keeps nobody from anything else.
  func filed(_ receipt: BookReceipt?) async throws -> FiledReceipt {
    guard let receipt else { return .none }
    let files = flow.files
    let reply = try await flow.load("receipt", title: sharedTexts("receipt.activity")) { [access] in
      let contents = try await BooksReply.of {
        try await access.ask { try await $0.contents(of: receipt) }
      }
      return try await files.keep(contents, named: receipt.name)
    }
    return reply.answer.map { .kept($0) } ?? .unread
  }
}
