/// The mark with which some editors begin a file in UTF-8; it is no part of the text.
package enum ByteOrderMark {
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Collection<UInt8> {
  /// How many bytes the mark takes before a text; 0 if it has none.
  package var lengthOfMark: Int {
    starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
  }

  /// The bytes of a text without the mark that may begin them.
  package var withoutByteOrderMark: SubSequence { dropFirst(lengthOfMark) }

  /// How many bytes come before the first that is not UTF-8; nil if all are.
  package var lengthBeforeWrongUTF8: Int? {
    var (parser, rest, offset) = (UTF8.ForwardParser(), makeIterator(), 0)
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded): offset += encoded.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }
}
