import Flowline
import FlowlineHost
import Foundation
import TestSupport
import Testing

/// Who gets at an audit in files.
struct FileAuditLogTests {
  private let folder: TemporaryFolder
  private let key = SessionKey("ada", UUID())
  private let entry = AuditEntry(
    .back, by: .person, at: Date(timeIntervalSince1970: 1_000_000), step: nil, answers: 0)

  init() throws { folder = try TemporaryFolder() }

  private var audit: FileAuditLog { FileAuditLog(folder: folder.file("audit")) }

  /// The folder of the only user, and the file of the only session.
  private func paths() throws -> (folder: String, file: String) {
    let user = try #require(try folder.names(in: "audit").first)
    let file = try #require(try folder.names(in: "audit/\(user)").first)
    return ("audit/\(user)", "audit/\(user)/\(file)")
  }

  @Test func `folders and files are for their owner alone`() async throws {
    try await audit.append(entry, to: key)
    let paths = try paths()
    for name in ["audit", paths.folder] { #expect(try folder.mode(name) == 0o700, "\(name)") }
    #expect(try folder.mode(paths.file) == 0o600)
  }

  @Test func `a file that others can read takes nothing, and the fault says what to do`()
    async throws
  {
    try await audit.append(entry, to: key)
    let file = try paths().file
    #expect(chmod(folder.file(file), 0o644) == 0)
    let fault = await #expect(throws: HostFault.self) { try await audit.append(entry, to: key) }
    #expect(fault?.code == .store && fault?.cause == folder.file(file))
    #expect(
      fault?.reason
        == "the audit cannot be kept: other users can read it. Run chmod 600 on it.")
    #expect(chmod(folder.file(file), 0o600) == 0)
    #expect(try await audit.entries(of: key) == [entry])
    try await audit.append(entry, to: key)
    #expect(try await audit.entries(of: key) == [entry, entry])
  }

  @Test func `a pipe in its place takes nothing, and is not waited for`() async throws {
    try await audit.append(entry, to: key)
    let file = folder.file(try paths().file)
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    let fault = await #expect(throws: HostFault.self) { try await audit.append(entry, to: key) }
    #expect(fault?.code == .store && fault?.cause == file)
    // Also while somebody reads from it.
    let reader = open(file, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let other = await #expect(throws: HostFault.self) { try await audit.append(entry, to: key) }
    #expect(other?.reason == "the audit cannot be kept: it is not a plain file")
  }

  @Test(arguments: [true, false])
  func `a folder that others can change takes nothing`(isOfUser: Bool) async throws {
    try await audit.append(entry, to: key)
    let place = try isOfUser ? paths().folder : "audit"
    #expect(chmod(folder.file(place), 0o777) == 0)
    let fault = await #expect(throws: HostFault.self) { try await audit.append(entry, to: key) }
    #expect(fault?.cause == folder.file(place))
    #expect(fault?.reason.hasSuffix("other users can change it. Run chmod go-w on it.") == true)
    #expect(try await audit.entries(of: key) == [entry])
    // To be listed is no harm.
    #expect(chmod(folder.file(place), 0o755) == 0)
    try await audit.append(entry, to: key)
  }
}
