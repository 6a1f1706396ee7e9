import Flowline

/// Tells the script of a session that is kept from a recording of one.
///
/// Both have the same lines, and either can be resumed. A recording of a walk that was left is a copy of a
/// session that is kept elsewhere, so it ends in a remark that says so, and another recording may replace it.
/// Lines that a session has added since are behind the remark: then the file is a session of its own.
enum KeptScript {
  /// The last line of a recording of a session that has not ended.
  static let remark = "# A recording: the session had not ended here."

  /// The words that lines of the head begin with.
  private static let heads: Set<String> = [
    "format", "flow", "variant", "locale", "now", "world", "session",
  ]

  /// What comes from outside, which is all that a script by hand may have: a session also has what it asked.
  private static let inputs: Set<String> = [
    "answer", "refuse", "back", "jump", "language", "cancel", "event",
  ]

  private static let ends: Set<String> = ["finish", "cancelled", "failed"]

  /// The text of a recording of a script: with a remark below it if its session has not ended.
  static func recording(of script: String) -> String {
    isUnfinished(Array(script.utf8)) ? script + remark + "\n" : script
  }

  /// Whether a file is a session that has not ended, and no recording of one.
  ///
  /// By its words alone: one that is damaged, or that a newer version of the program wrote, is not replaced
  /// either.
  static func isUnfinished(_ bytes: [UInt8]) -> Bool {
    let newline = UInt8(ascii: "\n")
    // A last line without an end was cut off while it was written, and is not read.
    guard let end = bytes.lastIndex(of: newline) else { return false }
    var verbs: Set<String> = []
    var last = bytes[..<0]
    for line in bytes[..<end].withoutByteOrderMark.split(separator: newline) {
      guard let verb = verb(of: line) else { continue }
      verbs.insert(verb)
      last = line
    }
    guard verbs.contains("session"), verbs.isDisjoint(with: ends) else { return false }
    let told = verbs.filter { !$0.hasPrefix("#") }.subtracting(heads).subtracting(inputs)
    return !told.isEmpty && !last.starts(with: remark.utf8)
  }

  /// The first word of a line; nil if it has none.
  private static func verb(of line: ArraySlice<UInt8>) -> String? {
    let blanks = Array(" \t\r".utf8)
    let word = line.drop { blanks.contains($0) }.prefix { !blanks.contains($0) }
    return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
  }
}
