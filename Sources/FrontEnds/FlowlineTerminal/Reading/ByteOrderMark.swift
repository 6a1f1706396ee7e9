/// The mark with which some editors begin a file in UTF-8; it is no part of the text.
enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Collection where Element == UInt8 {
  /// The bytes of a text without the mark that may begin them.
  package var withoutByteOrderMark: SubSequence {
    starts(with: ByteOrderMark.utf8) ? dropFirst(ByteOrderMark.utf8.count) : self[...]
  }
}
