import Flowline
import FlowlineTesting
import Glibc
import TestSupport
import Testing

/// The stores of small things keep what every one must.
struct ValueStoreTests {
  @Test(arguments: ValueStoreConformance.checks)
  func `memory keeps small things`(check: ValueStoreConformance.Check) async throws {
    let store = MemoryValueStore()
    try await check.expect(of: store, sharedWith: store)
  }

  @Test(arguments: ValueStoreConformance.checks)
  func `a folder keeps small things`(check: ValueStoreConformance.Check) async throws {
    let folder = try TemporaryFolder()
    let stores = [folder.file("values"), folder.file("values")].map { FolderValueStore(folder: $0) }
    try await check.expect(of: stores[0], sharedWith: stores[1])
  }

  @Test func `files are their owner's alone, and one that is broken is none`() async throws {
    let folder = try TemporaryFolder()
    let store = FolderValueStore(folder: folder.file("values"))
    #expect(try await store.make(KeptValue(shelf: "seal", name: "k", bytes: [1])))
    #expect(try folder.mode("values/seal") == 0o700)
    #expect(try folder.mode("values/seal/vk") == 0o600)
    try folder.write("{", to: "values/seal/vk")
    #expect(try await store.value(named: "k", on: "seal") == nil)
    #expect(try await !store.make(KeptValue(shelf: "seal", name: "k", bytes: [1])))
  }

  @Test func `what others can get at is refused, with what to do`() async throws {
    let folder = try TemporaryFolder()
    let store = FolderValueStore(folder: folder.file("values"))
    #expect(try await store.make(KeptValue(shelf: "seal", name: "k", bytes: [1])))
    let shelf = folder.file("values/seal")
    #expect(chmod(shelf, 0o755) == 0)
    #expect(try await store.value(named: "k", on: "seal")?.bytes == [1])
    #expect(chmod("\(shelf)/vk", 0o644) == 0)
    let open = await #expect(throws: StoreFailure.self) {
      _ = try await store.value(named: "k", on: "seal")
    }
    #expect(open?.code == .openToOthers && open?.reason.contains("chmod 600") == true)
    #expect(chmod(shelf, 0o775) == 0)
    let changeable = await #expect(throws: StoreFailure.self) {
      _ = try await store.make(KeptValue(shelf: "seal", name: "other", bytes: [1]))
    }
    #expect(changeable?.code == .openToOthers && changeable?.place == shelf)
    try await store.remove(named: "k", on: "seal")
    try await store.remove(named: "none", on: "seal")
    #expect(try folder.names(in: "values/seal") == [])
  }

  @Test func `a folder that cannot be written is told with the reason`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "values")
    let store = FolderValueStore(folder: folder.file("values"))
    await #expect(throws: StoreFailure.self) {
      _ = try await store.make(KeptValue(shelf: "seal", name: "k", bytes: [1]))
    }
  }
}
