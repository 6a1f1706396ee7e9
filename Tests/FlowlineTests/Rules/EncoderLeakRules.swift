import Flowline
import Testing

/// Rule 26: an encoding keeps nothing in memory but its value.
struct EncoderLeakRules {
  private final class Token: Sendable {}

  private struct Key: CodingKey {
    let stringValue: String
    var token: Token?
    var intValue: Int? { nil }

    init(_ token: Token) {
      stringValue = "inner"
      self.token = token
    }

    init?(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }

  /// Writes into containers within containers; then it may throw.
  private struct Nested: Encodable {
    let token: Token
    let isFaulty: Bool

    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Key.self)
      var middle = outer.nestedContainer(keyedBy: Key.self, forKey: Key(token))
      var inner = middle.nestedUnkeyedContainer(forKey: Key(token))
      try inner.encode(1)
      if isFaulty { throw Fault() }
    }
  }

  private struct Fault: Error {}

  @Test(arguments: [false, true])
  func `rule 26: nested containers are released, also when encoding throws`(isFaulty: Bool) {
    weak var left: Token?
    do {
      let token = Token()
      left = token
      let value = try? JSONValue(encoding: [Nested(token: token, isFaulty: isFaulty)])
      #expect((value == nil) == isFaulty)
    }
    #expect(left == nil)
  }
}
