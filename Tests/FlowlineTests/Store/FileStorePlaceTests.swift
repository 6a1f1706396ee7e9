import Flowline
import FoundationEssentials
import Testing

struct FileStorePlaceTests {
  @Test func `a place where nothing can be made is no session that is missing`() throws {
    let record = try FileStore(folder: "/proc/self/flowline/sessions").begin(UUID())
    #expect {
      try record.append("flow sum 1\n", isDurable: true)
    } throws: { error in
      (error as? StoreFailure)?.code == .unwritable
    }
  }
}
