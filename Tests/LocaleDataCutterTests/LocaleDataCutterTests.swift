import Foundation
import TestSupport
import Testing

@testable import LocaleDataCutter

/// ICU's data without what our programs do not look for.
struct LocaleDataCutterTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A package with items of these names and sizes.
  private static func package(_ items: KeyValuePairs<String, Int>) -> [UInt8] {
    func number(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
    func padded(_ bytes: [UInt8]) -> [UInt8] {
      bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
    }
    let header: [UInt8] =
      [32, 0, 0xDA, 0x27, 20, 0, 0, 0, 0, 0, 2, 0] + Array("CmnD".utf8) + [1, 0, 0, 0]
      + [UInt8](repeating: 0, count: 12)
    let names = items.map { Array($0.key.utf8) + [0] }
    var table = number(items.count)
    var name = 4 + 8 * items.count
    var place = padded([UInt8](repeating: 0, count: name) + names.joined()).count
    for (index, item) in items.enumerated() {
      table += number(name) + number(place)
      name += names[index].count
      place += padded([UInt8](repeating: 0, count: item.value)).count
    }
    let contents = items.enumerated().map { index, item in
      padded([UInt8](repeating: UInt8(index + 1), count: item.value))
    }
    return header + padded(table + names.joined()) + contents.joined()
  }

  @Test func `what is read is written as it was`() throws {
    let bytes = Self.package(["p/a.res": 16, "p/b.cnv": 33, "p/c.res": 1, "p/d.icu": 0])
    let data = try PackagedData(bytes)
    #expect(data.items.map(\.name) == ["p/a.res", "p/b.cnv", "p/c.res", "p/d.icu"])
    #expect(data.bytes == bytes)
  }

  @Test func `what is left out leaves the rest in its order`() throws {
    var data = try PackagedData(
      Self.package([
        "p/brkitr/thai.dict": 40, "p/brkitr/word.brk": 8, "p/coll/de.res": 5, "p/gb.cnv": 99,
        "p/translit/root.res": 7, "p/zone/de.res": 17,
      ]))
    data.leaveOut(LocaleDataCutter.isLeftOut)
    let left = try PackagedData(data.bytes)
    #expect(left.items.map(\.name) == ["p/brkitr/word.brk", "p/coll/de.res", "p/zone/de.res"])
    #expect(left.items.map { $0.bytes.first } == [2, 3, 6])
    #expect(left.items.map { $0.bytes.filter { $0 != 0 }.count } == [8, 5, 17])
  }

  @Test func `bytes that are no such data are refused`() {
    let bytes = Self.package(["p/a.res": 16, "p/b.cnv": 33])
    for count in 0..<64 {
      #expect(throws: PackagedData.Fault.self) { try PackagedData(Array(bytes.prefix(count))) }
    }
    for (place, byte) in [(2, 0), (8, 1), (12, 0), (16, 2), (0, 255), (35, 255), (39, 255)] {
      var bytes = bytes
      bytes[place] = UInt8(byte)
      #expect(throws: PackagedData.Fault.self, "\(place)") { try PackagedData(bytes) }
    }
  }

  /// The toolchain's own data, and a program linked with all of it and with what is left.
  @Test func `in every locale all is written and read as with the whole data`() async throws {
    let folder = try TemporaryFolder()
    var script = BuiltProgram(
      at: "sh", ["Sources/Building/LocaleDataCutter/locale-data.sh", "swift", folder.file("data")])
    script.folder = Self.root
    let cut = try await script.run()
    let options = cut.output.split(whereSeparator: \.isWhitespace).map { String($0) }
    try #require(options.count == 6, "\(cut.output)\(cut.errors)")
    let whole = try await linked([], in: folder.file("whole"))
    let left = try await linked(options, in: folder.file("left"))
    #expect(left.lines == whole.lines)
    #expect(whole.lines.count > 700)
    let sizes = try ["whole", "left"].map {
      try #require(
        FileManager.default.attributesOfItem(atPath: folder.file($0))[.size] as? Int)
    }
    #expect(sizes[0] - sizes[1] > 8_000_000)
  }

  /// What the program writes that goes through all locales.
  private func linked(_ options: [String], in file: String) async throws -> BuiltProgram.Result {
    let source = Self.root.appending(path: "Tests/LocaleDataCutterTests/EveryLocale/main.swift")
    let compiled = try await BuiltProgram(
      at: "swiftc", ["-use-ld=lld", "-static-stdlib", source.path, "-o", file] + options
    ).run()
    try #require(compiled.status == 0, "\(compiled.errors)")
    return try await BuiltProgram(at: file, []).run()
  }
}
