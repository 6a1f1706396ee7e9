import BooksClient
import Flowline
import ServiceBasics

/// The PDF file of a document, to be looked at as it is e-mailed.
struct DocumentFileFlow: BooksFlow {
  static let texts = HomeFlow.texts
  let id: FlowID = "document-file"
  let access: BooksAccess
  let document: OutgoingDocument

  func run(_ context: FlowContext) async throws -> KeptFile {
    let files = context.files
    let file = try await context.at(access).read("pdf") { [document] keeper -> KeptFile in
      let contents = try await keeper.pdf(of: document.kind, document.id)
      switch try await files.keep(.answered(contents), named: "\(document.title).pdf") {
      case .answered(let file): return file
      case .failed(let error): throw error
      }
    }
    try await context.show("document-pdf", with: ["document": document.name]) {
      Row("file", file: file)
    }
    return file
  }
}
