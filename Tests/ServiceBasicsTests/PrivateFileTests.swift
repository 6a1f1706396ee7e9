import FoundationEssentials
import Glibc
import ServiceBasics
import TestSupport
import Testing

struct PrivateFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a new file is for its owner alone, whatever the mask`() throws {
    let path = folder.file("new")
    try PrivateFile.prepare(path)
    #expect(try mode(path) == 0o600)
    try PrivateFile.prepare(path)
    #expect(try PrivateFile.read(path, upTo: 10) == [])
  }

  @Test func `what is in a private file is read up to the limit`() throws {
    let path = try folder.write("secret", to: "token")
    #expect(try PrivateFile.read(path, upTo: 3) == Array("sec".utf8))
    #expect(try PrivateFile.read(path, upTo: 100) == Array("secret".utf8))
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o660, 0o644, 0o666] as [mode_t])
  func `a file that is open to others is refused, with what to do`(mode: mode_t) throws {
    let path = try folder.write("secret", to: "token", mode: mode)
    for use in uses {
      let error = #expect(throws: PrivacyError.self) { try use(path) }
      #expect(error?.code == .openToOthers)
      #expect(error?.path == path)
      #expect(error?.advice == "Run chmod 600 on it.")
    }
  }

  @Test func `a file of another user is refused`() throws {
    let path = foreign(try folder.write("secret", to: "token"), otherwise: "/etc/passwd")
    for use in uses {
      #expect(throws: PrivacyError.self) { try use(path) }
      #expect(#expect(throws: PrivacyError.self) { try use(path) }?.code == .foreignOwner)
    }
  }

  @Test func `a folder and a pipe are no private files, and nobody waits for a pipe`() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for path in [folder.path, folder.file("pipe")] {
      for use in uses {
        #expect(#expect(throws: PrivacyError.self) { try use(path) }?.code == .wrongKind)
      }
    }
  }

  @Test func `a missing file is told as missing`() {
    let path = folder.file("none")
    #expect(
      #expect(throws: PrivacyError.self) { try PrivateFile.read(path, upTo: 1) }?.code == .missing)
    #expect(#expect(throws: PrivacyError.self) { try PrivateFile.check(path) }?.code == .missing)
  }

  @Test func `checking a file leaves the locks that this process holds on it`() throws {
    let path = try folder.write("database", to: "a.sqlite")
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    #expect(fcntl(descriptor, F_SETLK, &lock) == 0)
    try PrivateFile.prepare(path)
    try PrivateFile.check(path)
    // A lock of an open file description meets those of its own process, too.
    let other = open(path, O_RDWR)
    defer { close(other) }
    let openFileDescriptionLock: Int32 = 36
    var probe = flock()
    probe.l_type = Int16(F_WRLCK)
    #expect(fcntl(other, openFileDescriptionLock, &probe) == 0)
    #expect(probe.l_type == Int16(F_WRLCK), "somebody else could take it")
  }

  private var uses: [(String) throws -> Void] {
    [
      { try PrivateFile.prepare($0) }, { try PrivateFile.check($0) },
      { _ = try PrivateFile.read($0, upTo: 10) },
    ]
  }
}

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
