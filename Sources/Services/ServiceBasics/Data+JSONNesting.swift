package import FoundationEssentials

extension Data {
  /// How deep the lists and objects of JSON are nested, at most; 0 if there are none.
  ///
  /// Decoding any JSON recurses as deep, and a thread's stack is limited: what strangers send is measured
  /// before it is decoded.
  package var jsonNesting: Int {
    var (depth, deepest, isInText, isEscaped) = (0, 0, false, false)
    for byte in self {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isInText: isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case _ where isInText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = Swift.max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
