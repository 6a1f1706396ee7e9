/// A key that a terminal sends as a sequence, or a request of the editor to itself.
///
/// Its raw value is what libedit sees: one character of the C1 set, which is refused as input, so
/// that one binding in each key map is enough.
enum EditorKey: UInt8, CaseIterable {
  case back = 0x80
  case wordLeft
  case wordRight
  case deleteForward
  case deleteWordLeft
  case deleteWordRight
  case lineStart
  case lineEnd
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  /// Escape alone.
  case escape
  /// Something waits to be done to the line: see ``LineEditor/Change``.
  case change
  /// Bytes were refused.
  case beep
  case backspace
  case deleteToSpace
  case deleteAll
  case deleteToEnd
  case putDeleted
  case complete
  case endOrDelete
  case clearWindow

  /// The sequences without their Escape, of xterm, rxvt, the Linux console and PuTTY.
  static let sequences: [String: EditorKey] = [
    "[Z": .back,
    "[A": .up, "OA": .up, "[B": .down, "OB": .down,
    "[C": .right, "OC": .right, "[D": .left, "OD": .left,
    "[1;5D": .wordLeft, "[5D": .wordLeft, "Od": .wordLeft, "[1;3D": .wordLeft,
    "[1;5C": .wordRight, "[5C": .wordRight, "Oc": .wordRight, "[1;3C": .wordRight,
    "[3~": .deleteForward, "[3;5~": .deleteWordRight, "[3;3~": .deleteWordRight,
    "[H": .lineStart, "OH": .lineStart, "[1~": .lineStart, "[7~": .lineStart,
    "[F": .lineEnd, "OF": .lineEnd, "[4~": .lineEnd, "[8~": .lineEnd,
    "[5~": .pageUp, "[6~": .pageDown,
  ]

  /// What a key does with Alt, or after Escape.
  static let withAlt: [UInt8: EditorKey] = [
    UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "f"): .wordRight,
    UInt8(ascii: "d"): .deleteWordRight, 0x7F: .deleteWordLeft, 0x08: .deleteWordLeft,
  ]

  /// The keys that are good for something with Alt because libedit binds them so: capitals, small
  /// letters, and lines of the history that begin alike.
  static let withAltOfLibedit = Set("clunpCLUNP".utf8)

  /// What control characters do.
  static let controls: [UInt8: EditorKey] = [
    0x02: .left, 0x04: .endOrDelete, 0x06: .right, 0x08: .backspace, 0x09: .complete,
    0x0B: .deleteToEnd, 0x0C: .clearWindow, 0x0E: .down, 0x10: .up, 0x15: .deleteAll,
    0x17: .deleteToSpace,
    0x19: .putDeleted, 0x7F: .backspace,
  ]

  /// The key of a character that libedit found bound to the editor.
  init?(bound character: UInt8) {
    guard let key = Self.controls[character] ?? EditorKey(rawValue: character) else { return nil }
    self = key
  }

  /// The characters that mean what they mean here whatever the user's settings say.
  static let owned: [UInt8] = allCases.map(\.rawValue) + [0x04, 0x09, 0x0C]

  /// The characters that the user's settings may give another meaning.
  static let offered: [UInt8] = controls.keys.filter { !owned.contains($0) }.sorted()

  /// The sequence that libedit or the user's own settings may have bound, for those keys that are
  /// left to them.
  var sequenceOfLibedit: String? {
    switch self {
    case .up: "[A"
    case .down: "[B"
    case .right: "[C"
    case .left: "[D"
    case .pageUp: "[5~"
    case .pageDown: "[6~"
    default: nil
    }
  }
}
