import FreeAgentAPI

extension Operations {
  static let attachments: [Operation] = [
    .getting(FreeAgent.Attachment.self) { call, ledger in
      try ledger.require(call.user, mayReadAttachment: try call.id)
      return try ledger.attachment(try call.id)
    },
    .deleting(FreeAgent.Attachment.self) { call, ledger in
      try ledger.require(call.user, mayReadAttachment: try call.id)
      try ledger.delete(attachment: try call.id)
    },
    .answering(FreeAgent.GetExplanationFiles.self) { call, ledger in
      try files(ofExplanation: call.id, ledger)
    },
    Operation(FreeAgent.AddExplanationFiles.self, bodyLimit: Operation.filesBodyLimit) {
      call, ledger in
      try ledger.write(call.files, ofExplanation: call.id)
      return try BooksReply(status: 201, files(ofExplanation: call.id, ledger))
    },
    .answering(
      FreeAgent.ChangeExplanationFiles.self, bodyLimit: Operation.filesBodyLimit
    ) { call, ledger in
      try ledger.write(call.files, ofExplanation: call.id)
      return try files(ofExplanation: call.id, ledger)
    },
    .answering(FreeAgent.DeleteExplanationFiles.self) { call, ledger in
      try ledger.deleteFiles(ofExplanation: call.id)
      return try files(ofExplanation: call.id, ledger)
    },
  ]

  private static func files(
    ofExplanation id: Int64, _ ledger: Ledger
  ) throws -> FreeAgent.JSON {
    FreeAgent.Batch(try ledger.files(ofExplanation: id))
      .enveloped(as: FreeAgent.GetExplanationFiles.key)
  }
}

extension Call {
  /// The files of a body.
  ///
  /// - Throws: 400 if there is no list of them.
  fileprivate var files: [FreeAgent.Attachment] {
    get throws {
      let key = FreeAgent.GetExplanationFiles.key
      guard let list = try list(key) else {
        throw FreeAgent.Failure.badRequest("param is missing or the value is empty: \(key)")
      }
      return try list.map { try Self.record($0, named: key) }
    }
  }
}
