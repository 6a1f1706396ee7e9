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
  ]
}
