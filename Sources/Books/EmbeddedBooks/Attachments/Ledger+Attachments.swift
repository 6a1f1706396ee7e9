import FoundationEssentials
import FreeAgentAPI
import GRDB
import ServiceBasics

extension Ledger {
  /// Keeps a file that came in base 64.
  ///
  /// - Returns: its id.
  /// - Throws: 422 if it is missing something, too large, or of a kind that is not taken.
  func add(
    _ new: FreeAgent.Attachment, level: FreeAgent.PermissionLevel
  ) throws -> Int64 {
    guard let text = new.data, let name = new.fileName, !name.isEmpty else {
      throw FreeAgent.Failure.unprocessable("Attachment must have data and a file name")
    }
    guard let type = new.contentType, let kept = FileType(type) else {
      throw FreeAgent.Failure.unprocessable("Attachment content type is not allowed")
    }
    guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !bytes.isEmpty
    else { throw FreeAgent.Failure.unprocessable("Attachment data is not valid") }
    guard bytes.count <= FileType.largestFile else {
      throw FreeAgent.Failure.unprocessable("Attachment is larger than 5 MB")
    }
    return try insert(
      .attachment,
      [
        "fileName": name, "contentType": kept.rawValue, "description": new.description,
        "level": level.rawValue, "bytes": bytes, "code": UUID().uuidString.lowercased(),
      ])
  }

  func attachment(_ id: Int64) throws -> FreeAgent.Attachment {
    guard
      let row = try row(
        """
        SELECT fileName, contentType, description, code, length(bytes) AS size FROM attachment
        WHERE id = ?
        """, [id])
    else { throw FreeAgent.Failure.notFound }
    let expires = Timestamp(milliseconds: now.milliseconds + Self.linkLifetime)
    let source =
      "\(base)/attachments/\(id)/content"
      + "?expires=\(expires.milliseconds)&code=\(row["code"] as String)"
    let isPicture = (row["contentType"] as String).hasPrefix("image/")
    return FreeAgent.Attachment { attachment in
      attachment.url = link(id)
      attachment.contentSrc = source
      attachment.contentSrcMedium = isPicture ? "\(source)&size=medium" : nil
      attachment.contentSrcSmall = isPicture ? "\(source)&size=small" : nil
      attachment.expiresAt = expires
      attachment.contentType = row["contentType"]
      attachment.fileName = row["fileName"]
      attachment.fileSize = row["size"]
      attachment.description = row["description"]
    }
  }

  /// Sees that a user may do what the thing needs on which a file hangs.
  func require(_ caller: Caller, mayReadAttachment id: Int64) throws {
    let level = try found(.attachment, id)["level"] as Int
    guard caller.level.rawValue >= level else { throw FreeAgent.Failure.denied }
    guard caller.level < .accounting,
      let user = try value(Int64.self, "SELECT user FROM expense WHERE attachment = ?", [id])
    else { return }
    guard user == caller.id else { throw FreeAgent.Failure.denied }
  }

  /// Deletes a file; what it hung on is left without it.
  ///
  /// - Throws: 422 if that can no longer be changed.
  func delete(attachment id: Int64) throws {
    if let owner = try owner(ofAttachment: id) {
      try requireOpen(owner.row, of: owner.table)
      if (owner.row["attachment"] as Int64?) == id {
        let number = owner.row["id"] as Int64
        try update(owner.table, number, ["attachment": nil])
        if owner.table == .explanation { try promoteFile(ofExplanation: number) }
      }
    }
    try delete(.attachment, id)
  }

  /// What a file hangs on: an explanation, an expense or a bill; nil if it hangs on nothing.
  private func owner(ofAttachment id: Int64) throws -> (table: Table, row: Row)? {
    for table in [Table.explanation, .expense, .bill] {
      let sql = "SELECT * FROM \(table.rawValue) WHERE attachment = ?"
      if let owner = try row(sql, [id]) { return (table: table, row: owner) }
    }
    let owner = try row(
      """
      SELECT e.* FROM explanationFile AS f JOIN explanation AS e ON e.id = f.explanation
      WHERE f.attachment = ?
      """, [id])
    return owner.map { (table: .explanation, row: $0) }
  }

  /// How long the address of the bytes can be used, in milliseconds.
  private static let linkLifetime: Int64 = 60_000
}

/// The kinds of files that may be attached, by what they are kept as.
enum FileType: String {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case pdf = "application/pdf"

  /// 5 MB before base 64.
  static let largestFile = 5 * 1024 * 1024

  /// Reads a content type, also in its older forms.
  init?(_ type: String) {
    switch type.lowercased() {
    case "image/png", "image/x-png": self = .png
    case "image/jpeg", "image/jpg": self = .jpeg
    case "image/gif": self = .gif
    case "application/pdf", "application/x-pdf": self = .pdf
    default: return nil
    }
  }
}

extension FreeAgent.Attachment {
  /// Itself if it is to be attached; nil if it is attached already.
  var ifNew: Self? { self.data == nil ? nil : self }
}
