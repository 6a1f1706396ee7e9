/// A key that a terminal sends as a sequence, or a request of the editor to itself.
///
/// Its raw value is what libedit sees: one character of the C1 set, which is refused as input, so
/// that one binding in each key map is enough.
enum EditorKey: UInt8, CaseIterable {
  case back = 0x80
  case wordLeft
  case wordRight
  case deleteForward
  case lineStart
  case lineEnd
  /// Text waits to be put at the cursor: the initial one, or a paste.
  case insert
  /// Bytes were refused.
  case beep

  /// The sequences without their Escape, of xterm, rxvt, the Linux console and PuTTY.
  static let sequences: [String: EditorKey] = [
    "[Z": .back,
    "[1;5D": .wordLeft, "[5D": .wordLeft, "Od": .wordLeft, "[1;3D": .wordLeft,
    "[1;5C": .wordRight, "[5C": .wordRight, "Oc": .wordRight, "[1;3C": .wordRight,
    "[3~": .deleteForward,
    "[H": .lineStart, "OH": .lineStart, "[1~": .lineStart, "[7~": .lineStart,
    "[F": .lineEnd, "OF": .lineEnd, "[4~": .lineEnd, "[8~": .lineEnd,
  ]

  /// The arrows, which libedit binds by itself.
  static let sequencesOfLibedit: Set<String> = ["[A", "[B", "[C", "[D", "OA", "OB", "OC", "OD"]
}
