import Flowline
import Foundation
import Testing

/// What a process leaves in the folder of a store when it dies while it makes a file.
struct FileStoreDraftTests {
  private let folder = NSTemporaryDirectory() + "flowline-drafts-\(UUID().uuidString)"

  private func put(_ name: String, age: TimeInterval) throws {
    let path = folder + "/" + name
    try "flow sum 1\n".write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
  }

  @Test func `a draft that nobody finished is removed, one that may be under way is not`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let id = UUID().uuidString.lowercased()
    try put("\(id).flow.41.new", age: 86_400)
    try put("\(id).flow.42.new", age: 1)
    try put("\(id).flow.1", age: 86_400)
    #expect(try FileStore(folder: folder).sessions().isEmpty)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(left == ["\(id).flow.1", "\(id).flow.42.new"])
  }

  @Test func `a place where nothing can be made is no session that is missing`() throws {
    let record = try FileStore(folder: "/proc/self/flowline/sessions").begin(UUID())
    #expect {
      try record.append("flow sum 1\n", isDurable: true)
    } throws: { error in
      (error as? StoreFailure)?.code == .unwritable
    }
  }
}
