import FoundationEssentials
import Money
import Synchronization
import TestSupport
import Testing

@testable import Flowline

/// What is encoded into a journal and read again is equal, whatever its type.
struct LosslessRules {
  /// Encodes, writes, reads and decodes a value.
  ///
  /// What it is read as has to be written as it was.
  private func expectSame<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      let json = try JSONValue(encoding: value)
      let text = json.text
      let read = try JSONValue(parsing: text)
      #expect(read == json && read.text == text, "\(text)", sourceLocation: sourceLocation)
      let same = try read.decode(as: Value.self)
      #expect(same == value, "\(text)", sourceLocation: sourceLocation)
      #expect(
        try JSONValue(encoding: same).text == text, "\(text)", sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(value): \(error)", sourceLocation: sourceLocation)
    }
  }

  private func expectIntegers<Integer: FixedWidthInteger & Codable & Sendable>(
    _ type: Integer.Type, _ random: inout SeededNumbers
  ) {
    let edges: [Integer] = [.min, .min + 1, 0, 1, .max / 10, .max - 1, .max]
    for edge in edges {
      expectSame(edge)
      expectSame([edge])
      expectSame(["a": edge])
    }
    for _ in 0..<200 {
      let shift = Int.random(in: 0..<Integer.bitWidth, using: &random)
      let number = Integer.random(in: .min ... .max, using: &random)
      expectSame(number >> shift)
    }
  }

  @Test func `rule 25: every integer, with or without sign`() {
    var random = SeededNumbers(seed: 251)
    expectIntegers(Int8.self, &random)
    expectIntegers(Int16.self, &random)
    expectIntegers(Int32.self, &random)
    expectIntegers(Int64.self, &random)
    expectIntegers(Int.self, &random)
    expectIntegers(Int128.self, &random)
    expectIntegers(UInt8.self, &random)
    expectIntegers(UInt16.self, &random)
    expectIntegers(UInt32.self, &random)
    expectIntegers(UInt64.self, &random)
    expectIntegers(UInt.self, &random)
    expectIntegers(UInt128.self, &random)
  }

  @Test func `rule 25: every floating point number, to the sign of its zero`() throws {
    var random = SeededNumbers(seed: 252)
    for bits in 0..<4000 {
      let double = Double(bitPattern: random.next())
      if !double.isNaN { expectSame(double) }
      let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      if !float.isNaN { expectSame(float) }
      expectSame(Double(bits) / 100)
      expectSame(Float(bits) / 100)
    }
    for double in [
      .infinity, -.infinity, .leastNonzeroMagnitude, .leastNormalMagnitude,
      .greatestFiniteMagnitude, 0x1p53, 0x1p53 + 2, 0x1p62, -0x1p63, 0x1p63, 1e22, 1e23, 0.1, 1e-7,
    ] as [Double] { expectSame(double) }
    for float in [
      .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0x1p24, 0.1,
    ] as [Float] { expectSame(float) }
    for text in ["-0", "-0.0", "-0e7", "-0.000E-12"] {
      let zero = try JSONValue(parsing: text)
      #expect(zero.text == "-0")
      #expect(try zero.decode(as: Double.self).sign == .minus)
      #expect(try zero.decode(as: Int.self) == 0 && zero.decode(as: Decimal.self) == 0)
    }
    #expect(try JSONValue(encoding: -0.0).text == "-0" && JSONValue(-0.0) != 0)
    let nan = try JSONValue(parsing: JSONValue(encoding: [Double.nan]).text)
    #expect(try nan.decode(as: [Double].self).first?.isNaN == true)
    #expect(try nan.decode(as: [Float].self).first?.isNaN == true)
  }

  @Test func `rule 25: every decimal, to its last digit`() throws {
    var random = SeededNumbers(seed: 253)
    for text in [
      "12345678901234567.89", "0.1", "1.10", "-0.00000000000000000000000000000000000001", "1e127",
      "99999999999999999999999999999999999999", "340282366920938463463374607431768211455",
      "-99999999999999999999.999999999999999999", "1e-100", "0",
    ] {
      let decimal = try #require(Decimal(string: text))
      expectSame(decimal)
      expectSame(["amount": decimal])
    }
    for _ in 0..<2000 {
      let digits = (0..<Int.random(in: 1...38, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let sign = Bool.random(using: &random) ? "-" : ""
      let exponent = Int.random(in: -60...60, using: &random)
      expectSame(try #require(Decimal(string: sign + digits.joined() + "e\(exponent)")))
    }
    #expect(try JSONValue(encoding: [Decimal.nan]).decode(as: [Decimal].self)[0].isNaN)
  }

  @Test func `rule 25: every text, to its last scalar`() throws {
    var random = SeededNumbers(seed: 254)
    for _ in 0..<2000 {
      let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        Unicode.Scalar(
          UInt32.random(in: 0...0x10_FFFF, using: &random)
            >> UInt32.random(in: 0...20, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      expectSame(text)
      let read = try JSONValue(parsing: JSONValue(encoding: text).text).decode(as: String.self)
      // Texts that are equal may have other scalars.
      #expect(read.unicodeScalars.elementsEqual(scalars))
    }
  }

  @Test func `rule 25: every date`() throws {
    var random = SeededNumbers(seed: 255)
    for _ in 0..<3000 {
      let seconds = Double.random(in: -8e9...8e9, using: &random)
      expectSame(Date(timeIntervalSinceReferenceDate: seconds))
      expectSame(Date(timeIntervalSince1970: (seconds * 1000).rounded() / 1000))
      expectSame(Date(timeIntervalSinceReferenceDate: seconds.rounded()))
      expectSame(Date(timeIntervalSinceReferenceDate: seconds / 1e9))
      expectSame(Date(timeIntervalSinceReferenceDate: Double(bitPattern: random.next())).withoutNaN)
    }
    for seconds in [
      0, -0.25, 0.5, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-9, -1e-9,
      252_423_993_599.5, 252_423_993_600,
      -13_190_860_800, -13_190_860_800.5, 1e300, .infinity, -.infinity,
    ] { expectSame(Date(timeIntervalSinceReferenceDate: seconds)) }
    expectSame(Date.distantPast)
    expectSame(Date.distantFuture)
  }

  @Test(arguments: [
    ("2026-11-20T12:00:00.000Z", 816_868_800), ("2026-11-20T12:00:00.120Z", 816_868_800.12),
    ("2000-02-29T23:59:59.750Z", -26_438_400.25), ("1999-12-31T23:59:59.999Z", -31_622_400.001),
    ("2001-01-01T00:00:00.000Z", 0), ("2000-12-31T23:59:59.500Z", -0.5),
    ("9999-12-31T23:59:59.000Z", 252_423_993_599), ("1583-01-01T00:00:00.000Z", -13_190_860_800),
  ])
  func `dates are RFC 3339 with three digits of the second`(text: String, seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(try JSONValue(encoding: date) == .string(text))
    #expect(Date(timestamp: text) == date)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    #expect(try abs(Date(text, strategy: style).timeIntervalSince(date)) < 0.0005)
  }

  @Test func `what is no day or time of the calendar is no date`() {
    for text in [
      "2026-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20", "",
      "2026-11-20T12:00:00.Z", "2026-11-20T12:00:00Zx", "2026-11-31T12:00:00Z",
    ] { #expect(Date(timestamp: text) == nil, "\(text)") }
    #expect(
      Date(timestamp: "2026-11-20T14:00:00+02:00") == Date(timestamp: "2026-11-20T12:00:00Z"))
  }

  @Test func `rule 25: a session's beginning is the same when its journal is read`() throws {
    var random = SeededNumbers(seed: 257)
    for _ in 0..<300 {
      let now = Date(timeIntervalSince1970: Double.random(in: 1.7e9...1.8e9, using: &random))
      let environment = FlowEnvironment(
        locale: Locale(identifier: "en_GB"), timeZone: .gmt, now: now)
      let controller = FlowController()
      controller.start(ask(), SessionOptions(environment: environment))
      let text = controller.journal.text
      let journal = try Script(parsing: text).journal(or: .test)
      #expect(journal.head.environment.now == environment.now && journal.text == text)
      #expect(text.contains(#/\nnow [-0-9]+T[:0-9]+(\.[0-9]{3})?Z\n/#))
    }
  }

  private struct Everything: Codable, Equatable {
    var id = UUID()
    var data = Data((0...255).map { UInt8($0) })
    var link = URL(string: "https://example.com/a%20b?q=%C3%A9#x")
    var part = URL(string: "b/c?d", relativeTo: URL(string: "https://example.com/a/"))
    var duration = Duration.seconds(-3) + .nanoseconds(7)
    var words: [String: [Int: Decimal?]] = ["a": [1: 0.25, -2: nil]]
    var places: [Place: Set<String>] = [Place(x: 1): ["a", "b", "c"], Place(x: 2): []]
    var pair: ClosedRange<Double> = -0.5...1e300
    var colour = Colour.mixed(Colour.named("red"), share: 0.1)
    var missing: Int?
    var nothing: [[Int?]] = [[], [nil, 1]]
    var price = Money(minorUnits: .max, currency: .gbp)
    var free: JSONValue = [
      "n": 1.5, "list": [nil, true, .number(.big)], "\u{0}": "x",
    ]
  }

  private struct Place: Codable, Hashable { var x: UInt64 }

  private indirect enum Colour: Codable, Hashable {
    case named(String)
    case mixed(Colour, share: Double)
  }

  @Test func `rule 25: values within values, and dictionaries with any keys`() {
    for _ in 0..<20 { expectSame(Everything()) }
    expectSame([UInt64.max: "a", 0: "b"])
    expectSame([Date(timeIntervalSinceReferenceDate: 0.1): 1])
    expectSame(Set((0..<100).map { Place(x: $0) }))
    expectSame(String?.none)
    expectSame([Bool?]([true, nil]))
  }

  private class Base: Codable {
    var number: UInt64 = .max
    init() {}
  }

  private final class Derived: Base {
    var name = "x"

    private enum Keys: CodingKey { case name }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  private struct Nested: Codable, Equatable {
    var inner: Decimal
    var list: [UInt64]

    private enum Keys: CodingKey { case outer, inner, list }

    init(inner: Decimal, list: [UInt64]) {
      self.inner = inner
      self.list = list
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      let outer = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      inner = try outer.decode(Decimal.self, forKey: .inner)
      var list = try outer.nestedUnkeyedContainer(forKey: .list)
      var inside = try list.nestedUnkeyedContainer()
      self.list = []
      while !inside.isAtEnd { self.list.append(try inside.decode(UInt64.self)) }
      #expect(try list.decodeNil() && list.decode(Bool.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var outer = container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
      var list = outer.nestedUnkeyedContainer(forKey: .list)
      var inside = list.nestedUnkeyedContainer()
      for number in self.list { try inside.encode(number) }
      try list.encodeNil()
      try list.encode(true)
      try outer.encode(inner, forKey: .inner)
    }
  }

  @Test func `rule 25: containers that are asked for by hand`() throws {
    expectSame(Nested(inner: Decimal(string: "0.1234567890123456789")!, list: [.max, 0]))
    let json = try JSONValue(encoding: Derived())
    #expect(json.text == #"{"name":"x","super":{"number":18446744073709551615}}"#)
    #expect(try json.decode(as: Derived.self).number == .max)
  }

  @Test func `rule 25: equal sets and dictionaries have one text`() throws {
    var random = SeededNumbers(seed: 256)
    let places = (0..<50).map { Place(x: $0) }
    let text = try JSONValue(encoding: Set(places)).text
    let pairs = try JSONValue(encoding: Dictionary(places.map { ($0, $0.x) }) { $1 }).text
    for _ in 0..<20 {
      var set = Set<Place>(minimumCapacity: Int.random(in: 0...500, using: &random))
      var dictionary: [Place: UInt64] = [:]
      dictionary.reserveCapacity(Int.random(in: 0...500, using: &random))
      for place in places.shuffled(using: &random) {
        set.insert(place)
        dictionary[place] = place.x
      }
      #expect(try JSONValue(encoding: set).text == text)
      #expect(try JSONValue(encoding: dictionary).text == pairs)
    }
  }

  @Test func `rule 25: a load's reply is the same in the session that is resumed`() throws {
    struct Reply: Codable, Equatable {
      var amount = Decimal(string: "12345678901234567.89")
      var number = UInt64.max
      var moment = Date(timeIntervalSinceReferenceDate: 816_868_800.123_456_7)
    }
    let seen = Mutex<[Reply]>([])
    let flow = ClosureFlow("flow") { context in
      let reply = try await context.load("reply") { Reply() }
      seen.withLock { $0.append(reply) }
      return try await context.run(ask("number"))
    }
    let first = FlowController()
    first.start(flow, .test)
    let second = FlowController()
    let text = first.journal.text
    second.start(flow, SessionOptions(journal: try Script(parsing: text).journal(or: .test)))
    second.answer("1")
    #expect(seen.withLock { $0 } == [Reply(), Reply()])
    #expect(second.divergence == nil && second.journal.text.hasPrefix(text))
  }

  @Test func `numbers that do not fit are refused with their place`() throws {
    struct Small: Codable { var list: [Int8] }
    let json = try JSONValue(parsing: #"{"list":[1,300]}"#)
    let error = #expect(throws: DecodingError.self) { try json.decode(as: Small.self) }
    guard case .dataCorrupted(let context) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["list", "Index 1"])
    for text in ["-1", "1.5", "18446744073709551616", "1e40", #""1""#, "null", "[]"] {
      let json = try JSONValue(parsing: text)
      #expect(throws: DecodingError.self) { try json.decode(as: UInt64.self) }
    }
    for text in ["1e400", "-1e9999", #""x""#, "true"] {
      let json = try JSONValue(parsing: text)
      #expect(throws: DecodingError.self) { try json.decode(as: Double.self) }
      #expect(throws: DecodingError.self) { try json.decode(as: Decimal.self) }
    }
    let long = try JSONValue(parsing: "0." + String(repeating: "7", count: 60))
    #expect(throws: DecodingError.self) { try long.decode(as: Decimal.self) }
    #expect(try long.decode(as: Double.self) == 7.0 / 9)
    #expect(try long.decode(as: JSONValue.self) == long)
  }

  @Test func `what is nested too deep to be read again is not encoded`() throws {
    func nested(_ depth: Int) -> JSONValue {
      (0..<depth).reduce(1) { inner, _ in .array([inner]) }
    }
    expectSame(nested(ValueEncoder.deepest))
    #expect(throws: EncodingError.self) {
      try JSONValue(encoding: nested(ValueEncoder.deepest + 1))
    }
  }

  @Test func `rule 25: numbers survive Foundation's own coders as far as Swift's types go`() throws
  {
    let text =
      #"[-0.5,0.1,18446744073709551615,12345678901234567.89,1.7e308,-9223372036854775809]"#
    let read = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    #expect(read == (try JSONValue(parsing: text)))
    let written = try JSONEncoder().encode(read)
    #expect(try JSONValue(parsing: String(decoding: written, as: UTF8.self)) == read)
    let long = try JSONValue(parsing: "0." + String(repeating: "7", count: 60))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([long]) }
  }

  @Test func `rule 25: what is not asked to encode itself is written as it would`() throws {
    struct Whole: Codable, Equatable {
      var paths = [StepPath([]), StepPath(["shop", "address"])]
      var texts = [
        LocalizedText(key: "shop.title", text: "Shop"), LocalizedText(key: nil, text: ""),
      ]
      var text: LocalizedText? = LocalizedText(key: nil, text: "“Shop”")
      var left: LocalizedText?
    }
    let value = try JSONValue(encoding: Whole())
    let written = try JSONEncoder().encode(Whole())
    #expect(try JSONValue(parsing: String(decoding: written, as: UTF8.self)) == value)
    #expect(try value.decode(as: Whole.self) == Whole())
  }

  @Test func `rule 25: of a member that is written twice the last counts`() throws {
    struct Twice: Encodable {
      enum Key: CodingKey { case member, other }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .member)
        try container.encode(true, forKey: .other)
        try container.encode("last", forKey: .member)
      }
    }
    #expect(try JSONValue(encoding: Twice()) == ["member": "last", "other": true])
  }
}

extension JSONNumber {
  /// More digits than any type of Swift's has.
  fileprivate static var big: JSONNumber {
    guard case .number(let number) = JSONNumber.read(String(repeating: "7", count: 80).utf8) else {
      preconditionFailure("eighty digits are a number")
    }
    return number
  }
}

extension Date {
  fileprivate var withoutNaN: Date {
    timeIntervalSinceReferenceDate.isNaN ? Date(timeIntervalSinceReferenceDate: 0) : self
  }
}
