import Flowline
import Foundation
import TestSupport
import Testing

/// What the store of files does to its folder.
struct FileStoreTests {
  private let folder: TemporaryFolder
  private let store: FileStore
  private let session = UUID()
  private var name: String { "\(session.uuidString.lowercased()).flow" }

  init() throws {
    folder = try TemporaryFolder()
    store = FileStore(folder: folder.file("state/sessions"))
  }

  private func keep(_ text: String, of session: UUID? = nil) throws {
    let record = try store.begin(session ?? self.session)
    try record.append(text, isDurable: true)
    record.close()
  }

  @Test func `folders and files are for their owner alone`() throws {
    try keep("one\n")
    #expect(try folder.mode("state") == 0o700)
    #expect(try folder.mode("state/sessions") == 0o700)
    #expect(try folder.mode("state/sessions/\(name)") == 0o600)
    let record = try store.open(session)
    try record.replace(with: "two\n")
    record.close()
    #expect(try folder.mode("state/sessions/\(name)") == 0o600)
    #expect(try folder.mode("state/sessions/\(name).1") == 0o600)
  }

  /// What is refused of the store's folder, with what to do about it.
  private func refusal(_ body: () throws -> Void) -> Bool {
    let failure = #expect(throws: StoreFailure.self) { try body() }
    return failure?.code == .openToOthers && failure?.place == store.folder
      && failure?.reason.hasSuffix("Run chmod go-rwx on it.") == true
  }

  @Test func `a file that others can get at is refused until one command has closed the folder`()
    throws
  {
    try keep("one\n")
    let file = folder.file("state/sessions/\(name)")
    #expect(chmod(file, 0o644) == 0)
    // Nobody else gets into the folder.
    try store.open(session).close()
    #expect(chmod(store.folder, 0o755) == 0)
    #expect(refusal { try store.open(session).close() })
    #expect(try store.sessions().map(\.id) == [session])
    let other = UUID()
    try keep("two\n", of: other)
    try store.open(other).close()
    #expect(chmod(store.folder, 0o700) == 0)
    try store.open(session).close()
    #expect(chmod(store.folder, 0o755) == 0)
    try store.remove(session)
  }

  @Test(arguments: [0o775, 0o757, 0o777] as [mode_t])
  func `a folder that others can change takes and opens no session`(mode: mode_t) throws {
    try keep("one\n")
    #expect(chmod(store.folder, mode) == 0)
    #expect(refusal { try store.begin(UUID()).close() })
    #expect(refusal { try store.open(session).close() })
    try store.remove(session)
  }

  @Test func `a folder of another user takes no session`() throws {
    try keep("one\n")
    let other = FileStore(folder: foreign(store.folder, otherwise: "/usr"))
    expect(.notAllowed) { try other.begin(UUID()).close() }
    expect(.notAllowed) { try other.open(session).close() }
  }

  @Test func `a session nobody answered leaves nothing, not even a folder`() throws {
    let record = try store.begin(session)
    try record.append("flow tea 1\n", isDurable: false)
    record.close()
    #expect(try folder.names().isEmpty)
  }

  @Test func `a link is not followed`() throws {
    try keep("one\n", of: UUID())
    let elsewhere = folder.file("elsewhere")
    try "precious\n".write(toFile: elsewhere, atomically: false, encoding: .utf8)
    let link = folder.file("state/sessions/\(name)")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
    #expect(try store.sessions().count == 1)
    expect(.notAllowed) { try store.open(session).close() }
    expect(.notAllowed) { try store.remove(session) }
    expect(.exists) { try store.begin(session).close() }
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "precious\n")
  }

  @Test func `a link that leads nowhere is not written through`() throws {
    try keep("one\n", of: UUID())
    let elsewhere = folder.file("elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("state/sessions/\(name)"), withDestinationPath: elsewhere)
    expect(.exists) { try store.begin(session).close() }
    #expect(!FileManager.default.fileExists(atPath: elsewhere))
  }

  @Test func `a folder that is a file takes no session`() throws {
    try "x".write(toFile: folder.file("state"), atomically: false, encoding: .utf8)
    expect(.unwritable) { try keep("one\n") }
    expect(.unreadable) { _ = try store.sessions() }
    #expect(try String(contentsOfFile: folder.file("state"), encoding: .utf8) == "x")
  }

  @Test func `names that are no ids are left alone, and so is what is no file`() throws {
    try keep("flow tea 1\n")
    let others = [
      "notes.flow", "\(UUID().uuidString).flow", "\(UUID().uuidString.lowercased()).txt",
      "notes.new", ".hidden", "\(UUID().uuidString.lowercased()).flow.old",
    ]
    for other in others {
      try "x".write(
        toFile: folder.file("state/sessions/\(other)"), atomically: false, encoding: .utf8)
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("state/sessions/\(UUID().uuidString.lowercased()).flow"),
      withIntermediateDirectories: false)
    mkfifo(folder.file("state/sessions/\(UUID().uuidString.lowercased()).flow"), 0o600)
    #expect(try store.sessions().map(\.id) == [session])
    try store.remove(session)
    let left = try FileManager.default.contentsOfDirectory(atPath: store.folder)
    #expect(left.count == others.count + 2)
    #expect(Set(left).isSuperset(of: others))
  }

  @Test func `drafts that a crash left do no harm and are cleaned away`() throws {
    try keep("one\n")
    let unborn = "\(UUID().uuidString.lowercased()).flow.3abc.new"
    for draft in ["\(name).1x2y.new", unborn] {
      try "half a li".write(
        toFile: folder.file("state/sessions/\(draft)"), atomically: false, encoding: .utf8)
    }
    let record = try store.open(session)
    try record.replace(with: "two\n")
    record.close()
    #expect(try store.sessions().map(\.id) == [session])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.folder).sorted()
        == [name, "\(name).1"])
  }

  @Test func `a session that is removed leaves nothing`() throws {
    try keep("one\n")
    for text in ["two\n", "three\n"] {
      let record = try store.open(session)
      try record.replace(with: text)
      record.close()
    }
    try "half".write(
      toFile: folder.file("state/sessions/\(name).zz.new"), atomically: false, encoding: .utf8)
    try store.remove(session)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder).isEmpty)
  }

  @Test func `one that cannot be read does not hide the others`() async throws {
    try keep("flow tea 1\n")
    let other = UUID()
    try keep("flow tea 1\n", of: other)
    chmod(folder.file("state/sessions/\(other.uuidString.lowercased()).flow"), 0)
    chmod(folder.path, 0o755)
    chmod(folder.file("state"), 0o755)
    chmod(store.folder, 0o755)
    chmod(folder.file("state/sessions/\(name)"), 0o644)
    let result = try await StoreProbe.run("file", store.folder, "nobody", other.uuidString)
    #expect(
      result.lines
        == ["list done", "open not-allowed", "remove not-allowed", "begin not-allowed"],
      "\(result.errors)")
  }

  @Test func `a folder that may not be written keeps what is there`() async throws {
    try keep("one\n")
    chmod(folder.path, 0o755)
    chmod(folder.file("state"), 0o755)
    chmod(store.folder, 0o555)
    chmod(folder.file("state/sessions/\(name)"), 0o666)
    defer { chmod(store.folder, 0o700) }
    let result = try await StoreProbe.run("file", store.folder, "nobody", session.uuidString)
    #expect(
      result.lines == ["list done", "open not-allowed", "remove not-allowed", "begin not-allowed"],
      "\(result.errors)")
    #expect(try store.sessions().count == 1)
  }

  @Test func `rule 24: a full medium ends the session and loses nothing durable`() async throws {
    let result = try await StoreProbe.run("file", store.folder, "fill", session.uuidString, "500")
    #expect(result.lines.count == 2)
    let taken = try #require(result.lines.first?.split(separator: " ").first.flatMap { Int($0) })
    #expect(result.lines == ["\(taken) no-space", "again closed"])
    let record = try store.open(session)
    defer { record.close() }
    #expect(
      String(decoding: try record.contents(), as: UTF8.self)
        == (0..<taken).map { "line \($0)\n" }.joined())
    #expect(taken > 40)
  }

  @Test func `rule 24: a record goes on when there is room again, and nothing is lost`()
    async throws
  {
    let result = try await StoreProbe.run(
      "file", store.folder, "recover", session.uuidString, "600")
    #expect(
      result.lines == ["full no-space", "recovering in vain no-space", "whole"],
      "\(result.lines) \(result.errors)")
  }

  @Test func `rule 13: what was durable outlives a process that is killed`() async throws {
    try keep("one\n")
    let result = try await StoreProbe.run("file", store.folder, "die", session.uuidString)
    #expect(result.lines == ["dying"] && result.status == SIGKILL)
    let record = try store.open(session)
    defer { record.close() }
    let text = String(decoding: try record.contents(), as: UTF8.self)
    #expect(["one\ndurable\n", "one\ndurable\nmay be lost\n"].contains(text))
  }
}

/// Expects a failure of a store's, of one kind.
func expect(
  _ code: StoreFailure.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  let failure = #expect(throws: StoreFailure.self, sourceLocation: sourceLocation) { try body() }
  #expect(failure?.code == code, sourceLocation: sourceLocation)
}
