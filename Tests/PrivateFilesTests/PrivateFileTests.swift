import FoundationEssentials
import Glibc
import PrivateFiles
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

  @Test func `a file that nobody named is closed to others, not refused`() throws {
    let path = try folder.write("log", to: "a.sqlite-wal", mode: 0o644)
    try PrivateFile.takeFromOthers(path)
    #expect(try mode(path) == 0o600)
    chmod(path, 0o400)
    try PrivateFile.takeFromOthers(path)
    #expect(try mode(path) == 0o400)
    try PrivateFile.takeFromOthers(folder.file("none"))
  }

  private var uses: [(String) throws -> Void] {
    [
      { try PrivateFile.prepare($0) }, { try PrivateFile.check($0) },
      { _ = try PrivateFile.read($0, upTo: 10) },
    ]
  }
}
