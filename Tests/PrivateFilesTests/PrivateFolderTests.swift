import Glibc
import PrivateFiles
import TestSupport
import Testing

struct PrivateFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a folder is made with those above it for its owner alone`() throws {
    let path = folder.file("a/b/c")
    try PrivateFolder.prepare(path)
    for path in [path, folder.file("a/b"), folder.file("a")] {
      #expect(try mode(path) == 0o700)
    }
    try PrivateFolder.prepare(path)
  }

  private static let modes: [(mode: mode_t, isOwnerOnly: Bool, isListable: Bool)] = [
    (0o755, false, true), (0o750, false, true), (0o711, false, true), (0o775, false, false),
    (0o777, false, false), (0o1777, false, false), (0o720, false, false), (0o500, true, true),
  ]

  @Test(arguments: modes)
  func `a folder that is open to others is refused as the rule says`(
    mode: mode_t, isOwnerOnly: Bool, isListable: Bool
  ) throws {
    let path = folder.file("data")
    try PrivateFolder.prepare(path)
    #expect(chmod(path, mode) == 0)
    for (rule, isTaken) in [(PrivateFolder.Rule.ownerOnly, isOwnerOnly), (.listable, isListable)] {
      let error = failure(path, rule: rule)
      #expect(error?.code == (isTaken ? nil : .openToOthers))
      #expect(error == nil || error?.advice.hasPrefix("Run chmod ") == true)
    }
  }

  @Test func `a folder of another user is refused`() throws {
    let path = folder.file("data")
    try PrivateFolder.prepare(path)
    let other = foreign(path, otherwise: "/usr")
    for rule in [PrivateFolder.Rule.ownerOnly, .listable] {
      #expect(failure(other, rule: rule)?.code == .foreignOwner)
    }
  }

  @Test func `a file in its place is told, and so is what cannot be made`() throws {
    let file = try folder.write("", to: "file")
    #expect(failure(file)?.code == .wrongKind)
    #expect(failure("\(file)/below") != nil)
    #expect(failure("/proc/flowline") != nil)
  }

  @Test func `nobody gets at a file in a folder that is its owner's alone`() throws {
    let data = folder.file("data")
    try PrivateFolder.prepare(data)
    let file = try folder.write("secret", to: "data/file", mode: 0o644)
    try PrivateFolder.check(data, holding: file)
    #expect(chmod(data, 0o755) == 0)
    let open = #expect(throws: PrivacyError.self) {
      try PrivateFolder.check(data, holding: file)
    }
    #expect(open?.code == .openToOthers && open?.path == file)
    try PrivateFolder.check(data, holding: nil)
    #expect(chmod(file, 0o600) == 0)
    try PrivateFolder.check(data, holding: file)
    #expect(chmod(data, 0o775) == 0)
    let changeable = #expect(throws: PrivacyError.self) {
      try PrivateFolder.check(data, holding: nil)
    }
    #expect(changeable?.code == .openToOthers && changeable?.path == data)
  }

  @Test func `the folders that got a name are told, so that they can be synced`() throws {
    let (parents, fault) = PrivateFolder.makeAll(folder.file("a/b"))
    #expect(parents == [folder.path, folder.file("a")] && fault == nil)
    let again = PrivateFolder.makeAll(folder.file("a/b"))
    #expect(again.parents == [] && again.fault == nil)
    let file = try folder.write("", to: "a/file")
    let (made, obstacle) = PrivateFolder.makeAll("\(file)/below")
    #expect(made == [] && obstacle == FileFault(ENOTDIR, at: "\(file)/below"))
  }

  @Test func `a folder is really synced, or passed over if the system cannot`() throws {
    // The kernel syncs nothing of its own file system of processes, and says so.
    #expect(throws: FileFault(EINVAL, at: "/proc")) { try PrivateFolder.sync("/proc") }
    try PrivateFolder.syncIfSupported("/proc")
    #expect(throws: FileFault(ENOENT, at: folder.file("none"))) {
      try PrivateFolder.syncIfSupported(folder.file("none"))
    }
  }

  @Test(arguments: [("a", "."), ("/a", "/"), ("a/b", "a"), ("/a/b/c", "/a/b"), ("./a", ".")])
  func `the folder of a file is found by its path`(file: String, folder: String) {
    #expect(PrivateFolder.containing(file) == folder)
  }

  private func failure(
    _ path: String, rule: PrivateFolder.Rule = .ownerOnly
  ) -> PrivacyError? {
    do throws(PrivacyError) {
      try PrivateFolder.prepare(path, rule: rule)
      return nil
    } catch {
      return error
    }
  }
}
