/// Which scalars mean the same in an amount or a date, and which mean nothing.
package enum ScalarFolding {
  /// The scalar that stands for all its look-alikes: the spaces that group digits, the
  /// apostrophes of Switzerland, the wide forms of East Asian keyboards.
  package static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{A0}", "\u{2009}", "\u{202F}": " "
    case "\u{2019}": "'"
    case "\u{FF0C}": ","
    case "\u{FF0E}": "."
    case "\u{FF04}": "$"
    case "\u{FFE1}": "\u{A3}"
    case "\u{FFE5}": "\u{A5}"
    default: scalar
    }
  }

  /// Whether the scalar is a mark that shows nothing and may stand anywhere: zero-width space, word
  /// joiner, byte order mark, marks and isolates of direction.
  ///
  /// Overrides of direction are not among them: they make digits look like other digits.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{2060}", "\u{2066}"..."\u{2069}",
      "\u{FEFF}":
      true
    default: false
    }
  }

  /// Whether the scalar is a minus sign in some script or keyboard.
  package static func isMinus(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE63}", "\u{FF0D}": true
    default: false
    }
  }

  /// Whether the scalar, once folded, separates digits in some locale or is white space.
  static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", "'", "\u{66B}", "\u{66C}", "\u{60C}", "\u{B7}", "_": true
    default: scalar.properties.isWhitespace
    }
  }
}
