/// Turns the bytes of a terminal into characters and keys.
///
/// Escape sequences that need an answer of ours become one ``EditorKey`` each, so libedit's own key
/// map stays as the user made it: a sequence bound there takes the lone Escape away from vi users.
/// An Escape that nothing follows in time is a key for all others.
struct KeyDecoder {
  /// What the user did.
  enum Key: Equatable {
    /// A character.
    case character(Unicode.Scalar)
    /// A part of a sequence that libedit understands by itself.
    case literal(Unicode.Scalar)
    /// A key of ours.
    case editor(EditorKey)
    /// Text pasted in one piece, as it came: who takes it says what becomes of its line breaks.
    case paste(String)
    /// A paste over the limit; nothing of it is kept.
    case oversizedPaste
    /// Bytes that are not UTF-8, or a control character of the C1 set.
    case invalid
  }

  private enum State: Equatable {
    case text
    case escape
    /// After `ESC [` or `ESC O`.
    case sequence
    case paste(isOversized: Bool)
  }

  /// Whether sequences that nobody here knows go to libedit, as the user may have bound them.
  var passesUnknownSequences = false

  /// Whether Escape belongs to libedit, as it does for those who edit as in vi.
  var passesEscape = false

  private let pasteLimit: Int
  private var state = State.text
  private var utf8 = UTF8Decoder()
  private var input: ArraySlice<UInt8> = []
  private var output: ArraySlice<Key> = []
  /// The sequence under way, or the paste.
  private var collected: [UInt8] = []
  /// What had come of a sequence when its time was up, without its Escape; nil if none was begun last.
  private var overdue: [UInt8]?

  /// Creates a decoder that refuses pastes of more than `pasteLimit` bytes.
  init(pasteLimit: Int) {
    self.pasteLimit = pasteLimit
  }

  /// Whether an escape sequence has begun that more bytes may complete, or may not.
  var isAmbiguous: Bool { state == .escape || state == .sequence }

  /// Takes bytes as they were read.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    let first = input.count
    input.append(contentsOf: bytes)
    guard let begun = overdue, first == 0 else { return }
    overdue = nil
    let rest = Self.tail(of: begun, in: input)
    input = input.dropFirst(rest)
  }

  /// How many bytes end a sequence whose beginning came so long before them that it was given up; 0
  /// if they are something else.
  private static func tail(of begun: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
    (1...max(min(bytes.count, 8), 1)).first { count in
      let name = begun + bytes.prefix(count)
      return EditorKey.sequences[String(decoding: name, as: UTF8.self)] != nil
    } ?? 0
  }

  /// The next key, or `nil` if it needs more bytes.
  mutating func next() -> Key? {
    while output.isEmpty, let byte = input.popFirst() { take(byte) }
    return output.popFirst()
  }

  /// The next key, if it is a letter or another character that goes into the line.
  mutating func nextLetter() -> Unicode.Scalar? {
    while output.isEmpty, let byte = input.popFirst() { take(byte) }
    guard case .character(let scalar)? = output.first, scalar.value >= 0x20, scalar.value != 0x7F
    else { return nil }
    output.removeFirst()
    return scalar
  }

  /// Nothing more came in time: Escape was a key, and a sequence that was begun is not one.
  mutating func giveUpWaiting() {
    guard isAmbiguous else { return }
    if passesEscape || (passesUnknownSequences && state == .sequence) {
      emitCollected()
    } else {
      if state == .escape { for _ in collected { output.append(.editor(.escape)) } }
      // Over a slow link what belongs to it may still come.
      overdue = Array(collected.drop { $0 == 0x1B })
    }
    collected = []
    state = .text
  }

  /// Forgets everything not handed out yet.
  mutating func reset() {
    (state, utf8, input, output, collected, overdue) = (.text, UTF8Decoder(), [], [], [], nil)
  }
}

extension KeyDecoder {
  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape: takeAfterEscape(byte)
    case .sequence: takeSequence(byte)
    case .paste(let isOversized): takePaste(byte, isOversized: isOversized)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    if byte == 0x1B, !utf8.isInside {
      state = .escape
      collected = [byte]
      return
    }
    switch utf8.feed(byte) {
    case .incomplete: return
    case .scalar(let scalar):
      output.append((0x80...0x9F).contains(scalar.value) ? .invalid : .character(scalar))
    case .invalid: output.append(.invalid)
    case .invalidBefore:
      output.append(.invalid)
      takeText(byte)
    }
  }

  private mutating func takeAfterEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "O"):
      // Some terminals send Alt with an arrow as an Escape and its sequence.
      collected = [0x1B, byte]
      state = .sequence
      return
    case 0x1B where !passesEscape:
      if collected.count > 1 { output.append(.editor(.escape)) } else { collected.append(byte) }
      return
    default: break
    }
    state = .text
    if passesEscape || passesUnknownSequences {
      emitCollected()
      takeText(byte)
    } else if EditorKey.withAltOfLibedit.contains(byte) {
      output += [.literal("\u{1B}"), .literal(Unicode.Scalar(byte))]
    } else if let key = EditorKey.withAlt[byte] {
      output.append(.editor(key))
    } else {
      output.append(.invalid)
      // What is no key with Alt may still be the start of something.
      if byte < 0x20 || byte > 0x7E { takeText(byte) }
    }
    collected = state == .text ? [] : collected
  }

  private mutating func takeSequence(_ byte: UInt8) {
    collected.append(byte)
    switch byte {
    case 0x40...0x7E where !(byte == UInt8(ascii: "[") && collected.count == 3):
      finishSequence()
    case 0x20...0x5B where collected.count < 32: return
    default:
      // No sequence has control characters or letters beyond ASCII, nor is it this long.
      collected.removeLast()
      state = .text
      if passesUnknownSequences { emitCollected() } else { output.append(.invalid) }
      collected = []
      takeText(byte)
    }
  }

  private mutating func finishSequence() {
    let name = String(decoding: collected.dropFirst(), as: UTF8.self)
    state = .text
    if name == "[200~" {
      state = .paste(isOversized: false)
      collected = []
    } else if let key = EditorKey.sequences[name] {
      output.append(.editor(key))
    } else if passesUnknownSequences {
      emitCollected()
    }
    if state == .text { collected = [] }
  }

  private mutating func takePaste(_ byte: UInt8, isOversized: Bool) {
    collected.append(byte)
    if byte == UInt8(ascii: "~"), collected.hasSuffix("\u{1B}[201~".utf8) {
      let bytes = collected.dropLast(6)
      let isTooLong = isOversized || bytes.count > pasteLimit
      output.append(
        isTooLong ? .oversizedPaste : .paste(String(decoding: bytes, as: UTF8.self)))
      collected = []
      state = .text
    } else if collected.count > pasteLimit + 6 {
      collected.removeFirst(collected.count - 6)
      state = .paste(isOversized: true)
    }
  }

  private mutating func emitCollected() {
    output.append(contentsOf: collected.map { .literal(Unicode.Scalar($0)) })
    collected = []
  }
}

extension Array where Element == UInt8 {
  fileprivate func hasSuffix(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    count >= bytes.count && suffix(bytes.count).elementsEqual(bytes)
  }
}
