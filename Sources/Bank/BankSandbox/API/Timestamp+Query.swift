import Bank
import ServiceBasics

extension Timestamp {
  /// Reads a time of a query: the `+` of an offset may have become a space, and what lies between two
  /// milliseconds is the later one.
  init?(query text: String) {
    var text = text
    if text.count > 6 {
      let sign = text.index(text.endIndex, offsetBy: -6)
      if text[sign] == " " { text.replaceSubrange(sign...sign, with: "+") }
    }
    guard let cut = Timestamp(text) else { return nil }
    let fraction = text.drop { $0 != "." }.dropFirst().prefix(while: \.isNumber)
    let isWhole = fraction.dropFirst(3).allSatisfy { $0 == "0" }
    self.init(milliseconds: cut.milliseconds + (isWhole ? 0 : 1))
  }
}
