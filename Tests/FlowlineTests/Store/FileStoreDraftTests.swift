import Flowline
import Foundation
import Testing

/// What a process leaves in the folder of a store when it dies while it makes a file.
struct FileStoreDraftTests {
  private let folder = NSTemporaryDirectory() + "flowline-drafts-\(UUID().uuidString)"

  private func put(_ name: String) throws {
    try "flow sum 1\n".write(toFile: folder + "/" + name, atomically: false, encoding: .utf8)
  }

  @Test func `a draft that nobody finished is removed, one that is under way is not`() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let id = UUID().uuidString.lowercased()
    for name in ["41.new", "42.new", "1"] { try put("\(id).flow.\(name)") }
    let underWay = open("\(folder)/\(id).flow.42.new", O_RDWR)
    defer { close(underWay) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    // `F_OFD_SETLK` of fcntl(2), as whoever makes a file has it.
    #expect(fcntl(underWay, 37, &lock) == 0)
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
