import FoundationEssentials

/// What a record had when its journal was read.
struct ReadRecord: Hashable, Sendable {
  let number: Int
  let attempt: UUID?
  /// How many bytes it had.
  let length: Int
  /// Of the text, without a mark of its encoding.
  let digest: TextDigest

  init(_ kept: KeptJournal) {
    (number, attempt, length) = (kept.number, kept.attempt, kept.bytes.count)
    var digest = TextDigest()
    digest.add(kept.bytes.withoutByteOrderMark)
    self.digest = digest
  }
}
