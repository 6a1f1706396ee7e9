import FreeAgentAPI
import GRDB

/// The files of an explanation: the first is in its own column, as answers have it, and the others beside.
///
/// Source: the page “Bank Transaction Explanation Attachments”.
extension Ledger {
  /// The numbers of the files, in the order in which they were attached.
  private func fileIDs(ofExplanation id: Int64) throws -> [Int64] {
    let first = try found(.explanation, id)["attachment"] as Int64?
    return try [first].compactMap(\.self) + filesBeside(explanation: id)
  }

  /// The numbers of the files beyond the first.
  private func filesBeside(explanation id: Int64) throws -> [Int64] {
    let sql = "SELECT attachment FROM explanationFile WHERE explanation = ? ORDER BY attachment"
    return try values(Int64.self, sql, [id])
  }

  func files(ofExplanation id: Int64) throws -> [FreeAgent.Attachment] {
    try fileIDs(ofExplanation: id).map { try attachment($0) }
  }

  /// Attaches further files, or deletes some.
  ///
  /// - Parameters:
  ///   - files: those with an address and `_destroy` are deleted, and those without an address are new.
  ///   - id: the explanation.
  func write(_ files: [FreeAgent.Attachment], ofExplanation id: Int64) throws {
    try requireOpen(found(.explanation, id), of: .explanation)
    for file in files {
      guard let link = file.url, !link.url.isEmpty else {
        try attach(add(file, level: .banking), toExplanation: id)
        continue
      }
      guard let known = try self.id(link, in: .attachment),
        try fileIDs(ofExplanation: id).contains(known)
      else { throw FreeAgent.Failure.unprocessable("Attachment not found") }
      if file.isToBeDestroyed { try delete(attachment: known) }
    }
    guard try fileIDs(ofExplanation: id).count <= FreeAgent.GetExplanationFiles.largestCount else {
      throw FreeAgent.Failure.invalid(
        "attachments", "can't be more than \(FreeAgent.GetExplanationFiles.largestCount)")
    }
    try update(.explanation, id, [:])
  }

  func deleteFiles(ofExplanation id: Int64) throws {
    try requireOpen(found(.explanation, id), of: .explanation)
    for file in try fileIDs(ofExplanation: id) { try delete(attachment: file) }
    try update(.explanation, id, [:])
  }

  private func attach(_ file: Int64, toExplanation id: Int64) throws {
    if try fileIDs(ofExplanation: id).isEmpty {
      try update(.explanation, id, ["attachment": file])
    } else {
      try attachBeside(file, toExplanation: id)
    }
  }

  /// Attaches a file beyond the first.
  func attachBeside(_ file: Int64, toExplanation id: Int64) throws {
    try execute(
      "INSERT INTO explanationFile (attachment, explanation) VALUES (?, ?)", [file, id])
  }

  /// Takes all files off an explanation, without deleting them.
  ///
  /// - Returns: their numbers, in the order in which they were attached.
  func detachFiles(ofExplanation id: Int64) throws -> [Int64] {
    let files = try fileIDs(ofExplanation: id)
    try execute("DELETE FROM explanationFile WHERE explanation = ?", [id])
    try update(.explanation, id, ["attachment": nil])
    return files
  }

  /// Attaches files to the other side of a transfer; they are deleted if it is no transfer any more.
  func attach(_ files: [Int64], toOtherSideOf id: Int64) throws {
    let other = try found(.explanation, id)["otherSide"] as Int64?
    for file in files {
      if let other {
        try attach(file, toExplanation: other)
      } else {
        try delete(.attachment, file)
      }
    }
  }

  /// Makes the second file the first, as that was deleted.
  func promoteFile(ofExplanation id: Int64) throws {
    guard let next = try fileIDs(ofExplanation: id).first else { return }
    try execute("DELETE FROM explanationFile WHERE attachment = ?", [next])
    try update(.explanation, id, ["attachment": next])
  }
}
