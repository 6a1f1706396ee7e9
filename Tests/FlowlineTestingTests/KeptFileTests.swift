import Flowline
import FlowlineTesting
import Foundation
import TestSupport
import Testing

/// Files in sessions: kept before they are answered with, read by loads and commits, there after a crash.
struct KeptFileTests {
  static let lunch = FileContents(Array("%PDF-1.7 lunch".utf8), named: "lunch.pdf")
  static let dinner = FileContents(Array("%PDF-1.7 dinner".utf8), named: "dinner.pdf")

  /// Asks for a receipt, reads it, has it confirmed and sends it.
  struct ReceiptFlow: Flow {
    let id: FlowID = "receipt"

    func run(_ context: FlowContext) async throws -> String {
      let receipt = try await context.run(FileScreen("receipt", "Receipt?", accepting: [.pdf]))
      let files = context.files
      let length = try await context.load("length") {
        try await files.contents(of: receipt).bytes.count
      }
      _ = try await context.run(ConfirmScreen("sure", "Send \(length) bytes?"))
      return try await context.commit("send", of: receipt) { receipt, _ in
        do {
          return String(decoding: try await files.contents(of: receipt).bytes, as: UTF8.self)
        } catch {
          throw CommitNotSent(error)
        }
      }
    }
  }

  @Test func `a file is kept, answered with, and read`() throws {
    let tester = FlowTester(ReceiptFlow())
    tester.answer("receipt", Self.lunch)
    tester.answer("sure", true)
    #expect(try tester.finished() == "%PDF-1.7 lunch")
    #expect(tester.script.contains("\nshow receipt file\n"))
    #expect(tester.script.contains("\nanswer receipt \(Self.lunch.file.json.text)\n"))
    #expect(tester.script.contains("\ncommit send "))
  }

  @Test func `rule 11: a file that nobody kept is refused, also one that is half true`() throws {
    let tester = FlowTester(ReceiptFlow())
    tester.expect("receipt", refuses: .file(Self.lunch.file), with: .fileNotKept)
    let kept = try tester.controller.waitToKeep(Self.lunch)
    guard case .object(var members) = kept.json else { return }
    members["name"] = "other.pdf"
    tester.expect("receipt", refuses: .json(.object(members)), with: .fileNotKept)
    tester.answer("receipt", .file(kept))
    tester.expect("sure")
  }

  @Test func `after going back the name of the file means that file`() throws {
    let tester = FlowTester(ReceiptFlow())
    tester.answer("receipt", Self.lunch)
    tester.back()
    #expect(tester.prompt?.draft == "lunch.pdf")
    tester.expect("receipt", refuses: "dinner.pdf", with: .wrongShape)
    tester.answer("receipt", " lunch.pdf ")
    tester.answer("sure", true)
    #expect(try tester.finished() == "%PDF-1.7 lunch")
  }

  @Test func `a page takes a file that is kept, and refuses one that is not`() throws {
    let form = Form("claim", "Claim") { page in
      let what = page.ask(TextScreen("what", "What?"))
      let receipt = page.ask(FileScreen("receipt", "Receipt?"))
      guard let what, let receipt else { return String?.none }
      return "\(what) \(receipt.name)"
    }
    let tester = FlowTester(form)
    func fill(_ what: Answer) -> FlowController.Reception {
      tester.controller.fill(["what": what, "receipt": .file(Self.lunch.file)])
    }
    guard case .refused(let refusal) = fill("lunch") else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.fields["receipt"]?.code == .fileNotKept)
    _ = try tester.controller.waitToKeep(Self.lunch)
    // Another field is wrong first: the file is not sent a second time.
    guard case .refused = fill("") else {
      Issue.record("it was taken")
      return
    }
    #expect(fill("lunch") == .accepted)
    #expect(try tester.finished() == "lunch lunch.pdf")
  }

  @Test func `rule 17: a resumed session has its files, those of undone answers included`() throws {
    let folder = try TemporaryFolder()
    let store = FileStore(folder: folder.path)
    let session = UUID()
    var controller = FlowController()
    controller.start(ReceiptFlow(), SessionOptions(record: try store.begin(session)))
    for file in [Self.lunch, Self.dinner] {
      #expect(controller.answer(.file(try controller.waitToKeep(file))) == .accepted)
      controller.waitUntilSettled()
      controller.back()
    }
    controller.unload()
    controller = FlowController()
    try controller.resume(ReceiptFlow(), from: try store.open(session))
    controller.waitUntilSettled()
    #expect(controller.answer(.file(Self.lunch.file)) == .accepted)
    controller.waitUntilSettled()
    controller.answer(true)
    controller.waitUntilSettled()
    #expect(controller.journal.text.hasSuffix("finish \"%PDF-1.7 lunch\"\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 3, "\(names)")
    try store.remove(session)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `rule 24: contents that are gone or damaged hold what reads them`() throws {
    let folder = try TemporaryFolder()
    let store = FileStore(folder: folder.path)
    let session = UUID()
    let controller = FlowController()
    controller.start(ReceiptFlow(), SessionOptions(record: try store.begin(session)))
    controller.answer(.file(try controller.waitToKeep(Self.lunch)))
    controller.waitUntilSettled()
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first {
        $0.contains("sha256")
      })
    let path = "\(folder.path)/\(name)"
    for (damage, message) in [("%PDF-1.7 DINNER", "damaged"), (nil, "not kept")] {
      try? FileManager.default.removeItem(atPath: path)
      try damage.map { try Data($0.utf8).write(to: URL(filePath: path)) }
      if controller.prompt?.hold == nil {
        controller.answer(true)
      } else {
        controller.answer("again")
      }
      controller.waitUntilSettled()
      let hold = try #require(controller.prompt?.hold)
      #expect(hold.isCommit && !hold.mayHaveBeenDone && hold.message.contains(message))
    }
    try Data(Self.lunch.bytes).write(to: URL(filePath: path))
    controller.answer("again")
    controller.waitUntilSettled()
    #expect(controller.journal.text.contains("finish \"%PDF-1.7 lunch\""))
  }

  @Test func `a store that keeps no files says so`() throws {
    let controller = FlowController()
    controller.start(ReceiptFlow(), SessionOptions(record: PlainRecord()))
    #expect { try controller.waitToKeep(Self.lunch) } throws: {
      ($0 as? StoreFailure)?.code == .keepsNoFiles
    }
  }

  @Test func `a crash before the first answer leaves no file for good`() throws {
    let folder = try TemporaryFolder()
    let store = FileStore(folder: folder.path)
    let session = UUID().uuidString.lowercased()
    let orphan = "\(session).flow.\(Self.lunch.file.digest.fileName)"
    try Data(Self.lunch.bytes).write(to: URL(filePath: "\(folder.path)/\(orphan)"))
    // While the journal's draft is there, somebody is just making it.
    try folder.write("", to: "\(session).flow.1.new")
    _ = try store.sessions()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [orphan])
    _ = try store.sessions()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}

/// A record of a store that keeps journals alone.
private final class PlainRecord: SessionRecord {
  let session = UUID()

  func contents() -> [UInt8] { [] }
  func append(_ lines: String, isDurable: Bool) {}
  func cut(to length: Int) {}
  func replace(with text: String) {}
  func close() {}
}
