import CLibEditShims

/// Lets libedit take for one character what a person sees as one.
///
/// libedit moves, deletes and reckons widths by code points. A letter with its marks, a flag or an
/// emoji of several is therefore one code point in its buffer that stands for the whole, and so is
/// what has no width of its own; the stream that libedit draws to knows what to draw. Confined to
/// the terminal's thread.
final class Clusters {
  /// The most scalars one character may have; what has more is several.
  static let longest = 32

  /// What is drawn for the characters that stand for others.
  let drawings = Drawings()
  private var standing: [[Unicode.Scalar]: Unicode.Scalar] = [:]
  private var texts: [Unicode.Scalar: String] = [:]
  private var nextNarrow = UInt32(FLOWLINE_NARROW_FIRST)
  private var nextWide = UInt32(FLOWLINE_WIDE_FIRST)

  /// The text as libedit is given it.
  func encoded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    for character in text {
      var scalars = Array(character.unicodeScalars)[...]
      while !scalars.isEmpty {
        let part = Array(scalars.prefix(Self.longest))
        scalars = scalars.dropFirst(Self.longest)
        if let scalar = part.count == 1 ? part.first.flatMap(plain) : nil {
          result.append(scalar)
        } else if let scalar = standing[part] ?? define(part) {
          result.append(scalar)
        } else {
          result.append(contentsOf: part.compactMap { Self.stands($0) ? "\u{FFFD}" : $0 })
        }
      }
    }
    return String(result)
  }

  /// What one character of libedit's buffer is.
  ///
  /// What no scalar is, is nothing, and so are the characters by which the editor speaks to itself.
  func text(of character: wchar_t) -> String {
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: character)),
      !(0x80...0x9F).contains(scalar.value)
    else { return "" }
    return Self.stands(scalar) ? texts[scalar] ?? "\u{FFFD}" : String(scalar)
  }

  /// The characters between two pointers of libedit's, one for each that it counts.
  func texts(from start: UnsafePointer<wchar_t>?, to end: UnsafePointer<wchar_t>?) -> [String] {
    guard let start, let end, end > start else { return [] }
    return UnsafeBufferPointer(start: start, count: end - start).map(text(of:))
  }

  /// What stands between two pointers of libedit's.
  func text(from start: UnsafePointer<wchar_t>?, to end: UnsafePointer<wchar_t>?) -> String {
    texts(from: start, to: end).joined()
  }

  /// Whether libedit can be given a scalar as it is, behind `before`.
  func takesPlain(_ scalar: Unicode.Scalar, behind before: wchar_t?) -> Bool {
    if scalar.value < 0x80 { return true }
    return plain(scalar) != nil && before.map { joins(scalar, to: text(of: $0)) } != true
  }

  /// Whether a scalar becomes part of the character before it.
  func joins(_ scalar: Unicode.Scalar, to before: String) -> Bool {
    guard !before.isEmpty, before.unicodeScalars.count < Self.longest else { return false }
    var joined = before
    joined.unicodeScalars.append(scalar)
    return joined.count == 1
  }
}

extension Clusters {
  private static func stands(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case UInt32(FLOWLINE_NARROW_FIRST)...UInt32(FLOWLINE_NARROW_LAST),
      UInt32(FLOWLINE_WIDE_FIRST)...UInt32(FLOWLINE_WIDE_LAST):
      true
    default: false
    }
  }

  /// The scalar, if it stands for nothing and has a width, or none that libedit knows.
  private func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    !Self.stands(scalar) && flowline_wcwidth(wchar_t(scalar.value)) != 0 ? scalar : nil
  }

  /// Finds a scalar to stand for `part`; `nil` if there is none left, or none is wide enough.
  private func define(_ part: [Unicode.Scalar]) -> Unicode.Scalar? {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: part)
    let text = String(view)
    var drawn = text
    let width: Int
    switch Self.width(of: part, in: text) {
    case 0:
      // Alone it could not be seen, and the cursor would stand beside its place.
      let isMark = part.first.map { $0.properties.isGraphemeExtend } ?? false
      drawn = isMark && part.allSatisfy { $0.value > 0x2FF } ? "\u{25CC}" + text : "\u{FFFD}"
      width = 1
    case let sum where sum > 2: return nil
    case let sum: width = sum
    }
    guard let scalar = take(width: width), drawings.set(scalar, to: drawn) else { return nil }
    standing[part] = scalar
    texts[scalar] = text
    return scalar
  }

  private func take(width: Int) -> Unicode.Scalar? {
    if width == 2 {
      guard nextWide <= UInt32(FLOWLINE_WIDE_LAST) else { return nil }
      nextWide += 1
      return Unicode.Scalar(nextWide - 1)
    }
    guard nextNarrow <= UInt32(FLOWLINE_NARROW_LAST) else { return nil }
    nextNarrow += 1
    return Unicode.Scalar(nextNarrow - 1)
  }

  /// Emoji and syllables of Hangul are as wide as a person sees them; others are the sum of their
  /// parts, as vowel signs may take a column.
  private static func width(of part: [Unicode.Scalar], in text: String) -> Int {
    let sum = part.reduce(0) { $0 + max(0, Int(flowline_wcwidth(wchar_t($1.value)))) }
    if part.contains(where: { $0.value == 0xFE0F }) { return DisplayWidth.of(text) }
    return sum > 2 ? min(sum, DisplayWidth.of(text)) : sum
  }
}
