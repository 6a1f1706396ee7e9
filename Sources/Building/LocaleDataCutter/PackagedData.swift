/// ICU's data as a program has it in one piece, which is called common data: a header, a table of items by their
/// names in order, and the items.
///
/// The format is that of ICU's `ucmndata.h`, version 1, with the low byte first.
struct PackagedData {
  /// Something that is looked for by its name: a locale's numbers, a dictionary, an encoding.
  struct Item {
    /// Such as `icudt76l/curr/de.res`: the package, folders, and a file.
    let name: String
    /// Its bytes, and those up to the next item.
    let bytes: ArraySlice<UInt8>
  }

  /// Why some bytes are no such data.
  enum Fault: Error { case unknownFormat, cutShort }

  /// Says what the rest is, and which version.
  private let header: ArraySlice<UInt8>
  /// What is in it, in the order of the names.
  private(set) var items: [Item]

  /// Each item begins at a multiple of it.
  private static let alignment = 16
  /// What begins a header, behind its own length.
  private static let magic: [UInt8] = [0xDA, 0x27]

  /// Reads data.
  init(_ bytes: [UInt8]) throws(Fault) {
    let bytes = bytes[...]
    guard bytes.count >= 20, Array(bytes[2..<4]) == Self.magic, bytes[8] == 0,
      bytes[12..<16].elementsEqual("CmnD".utf8), bytes[16] == 1
    else { throw .unknownFormat }
    let start = Int(bytes[0]) | Int(bytes[1]) << 8
    guard start >= 20, start <= bytes.count else { throw .cutShort }
    header = bytes[..<start]
    let count = try Self.number(at: start, of: bytes)
    guard count <= bytes.count / 8 else { throw .cutShort }
    var named: [(name: String, start: Int)] = []
    for index in 0..<count {
      let entry = start + 4 + 8 * index
      let name = start + (try Self.number(at: entry, of: bytes))
      let item = start + (try Self.number(at: entry + 4, of: bytes))
      guard name < bytes.count, let end = bytes[name...].firstIndex(of: 0),
        (named.last?.start ?? start) <= item, item <= bytes.count
      else { throw .cutShort }
      named.append((String(decoding: bytes[name..<end], as: UTF8.self), item))
    }
    items = []
    for (index, item) in named.enumerated() {
      let end = index + 1 < named.count ? named[index + 1].start : bytes.count
      items.append(Item(name: item.name, bytes: bytes[item.start..<end]))
    }
  }

  /// Leaves out the items whose names are like that.
  mutating func leaveOut(_ isLeftOut: (String) -> Bool) {
    items.removeAll { isLeftOut($0.name) }
  }

  /// The data in one piece.
  var bytes: [UInt8] {
    let names = items.map { Array($0.name.utf8) + [0] }
    let tableSize = 4 + 8 * items.count
    var name = tableSize
    var place = Self.aligned(tableSize + names.reduce(0) { $0 + $1.count })
    var bytes = Array(header)
    Self.append(items.count, to: &bytes)
    for (item, spelled) in zip(items, names) {
      Self.append(name, to: &bytes)
      Self.append(place, to: &bytes)
      name += spelled.count
      place = Self.aligned(place + item.bytes.count)
    }
    for spelled in names { bytes += spelled }
    for item in items {
      Self.fill(&bytes, behind: header.count)
      bytes += item.bytes
    }
    Self.fill(&bytes, behind: header.count)
    return bytes
  }

  private static func aligned(_ size: Int) -> Int {
    (size + alignment - 1) / alignment * alignment
  }

  /// Adds zeros up to where an item may begin.
  private static func fill(_ bytes: inout [UInt8], behind header: Int) {
    let size = bytes.count - header
    bytes += [UInt8](repeating: 0, count: aligned(size) - size)
  }

  private static func number(at place: Int, of bytes: ArraySlice<UInt8>) throws(Fault) -> Int {
    guard place + 4 <= bytes.count else { throw .cutShort }
    return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
