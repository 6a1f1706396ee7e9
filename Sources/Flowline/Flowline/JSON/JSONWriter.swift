/// A text of JSON while it is being written: one line, no spaces.
///
/// Every line of a journal and every reply is written with it, so that it writes to memory of its own: an
/// array is looked at for others who have it with each byte.
final class JSONWriter {
  // Nobody else looks while it writes: it calls nothing of its users.
  @exclusivity(unchecked) private var bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private(set) var count = 0

  /// Begins a text.
  ///
  /// - Parameter capacity: how many bytes there is room for at first.
  init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  /// What is written so far.
  var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Takes back all behind so many bytes.
  func cut(to count: Int) { self.count = count }

  // MARK: - Writing

  func add(_ value: JSONValue) {
    switch value {
    case .null: add(word: "null")
    case .bool(let bool): add(bool)
    case .integer(let integer): add(integer)
    case .number(let number): addAsIs(number.description)
    case .string(let string): add(text: string)
    case .array(let array):
      add(byte: UInt8(ascii: "["))
      for (index, element) in array.enumerated() {
        if index > 0 { add(byte: UInt8(ascii: ",")) }
        add(element)
      }
      add(byte: UInt8(ascii: "]"))
    case .object(let members):
      add(byte: UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { add(byte: UInt8(ascii: ",")) }
        add(text: member.key)
        add(byte: UInt8(ascii: ":"))
        add(member.value)
      }
      add(byte: UInt8(ascii: "}"))
    }
  }

  func add(_ bool: Bool) { add(word: bool ? "true" : "false") }

  func add(_ integer: Int64) {
    var digits: UInt64 = integer.magnitude
    if integer < 0 { add(byte: UInt8(ascii: "-")) }
    makeRoom(for: 20)
    let start = count
    repeat {
      bytes[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10)
      digits /= 10
      count &+= 1
    } while digits > 0
    var written = UnsafeMutableBufferPointer(start: bytes + start, count: count - start)
    written.reverse()
  }

  /// Writes a text in its quotation marks.
  ///
  /// Escaped is what must be, and what a terminal obeys or what turns the text around it: the line may be
  /// looked at.
  func add(text: String) {
    add(byte: UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      let plain = JSONEscaping.plainCount(bytes)
      add(UnsafeBufferPointer(rebasing: bytes[..<plain]))
      if plain < bytes.count {
        addAsIs(JSONEscaping.escaped(String(decoding: bytes[plain...], as: UTF8.self)))
      }
    }
    add(byte: UInt8(ascii: "\""))
  }

  @inline(__always)
  func add(byte: UInt8) {
    makeRoom(for: 1)
    bytes[count] = byte
    count &+= 1
  }

  private func add(word: StaticString) {
    add(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  private func addAsIs(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  private func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    makeRoom(for: text.count)
    (bytes + count).initialize(from: start, count: text.count)
    count &+= text.count
  }

  @inline(__always)
  private func makeRoom(for more: Int) {
    if capacity &- count < more { grow(by: more) }
  }

  @inline(never)
  private func grow(by more: Int) {
    capacity = max(2 * capacity, count + more)
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    room.moveInitialize(from: bytes, count: count)
    bytes.deallocate()
    bytes = room
  }
}
