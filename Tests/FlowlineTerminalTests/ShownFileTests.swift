import Flowline
import Foundation
import OwnScreens
import TestSupport
import Testing

@testable import FlowlineTerminal

/// Files that a page shows, at a terminal.
struct ShownFileTests {
  private let folder: TemporaryFolder
  private let contract = ContractFlow.contract

  init() throws { folder = try TemporaryFolder() }

  private func walk(_ lines: LineEvent..., language: String = "en") throws -> [String] {
    let stage = try Stage(language)
    stage.columns = 200
    _ = try stage.walk(ContractFlow(), from: ScriptedSource(lines))
    return stage.messages.map { $0.filter { $0 != "\u{2068}" && $0 != "\u{2069}" } }
  }

  @Test func `the files of the page are saved into a folder, under their names`() throws {
    let proof = try folder.write("proof", to: "proof.txt")
    let saved = folder.file("saved")
    try FileManager.default.createDirectory(atPath: saved, withIntermediateDirectories: false)
    let messages = try walk(.line(proof), .line(":save \(saved)"), ":quit")
    #expect(messages.contains { $0.contains("The contract  contract №1.pdf (22\u{A0}bytes)") })
    #expect(messages.contains { $0.contains("Saved: \(saved)/contract №1.pdf (22\u{A0}bytes).") })
    #expect(messages.contains { $0.contains("Saved: \(saved)/proof.txt (5\u{A0}bytes).") })
    #expect(try folder.names(in: "saved") == ["contract №1.pdf", "proof.txt"])
    #expect(try folder.bytes(of: "saved/contract №1.pdf") == contract.bytes)
    #expect(try folder.mode("saved/contract №1.pdf") == 0o600)
  }

  @Test func `a single one may get another name, and no file is written over`() throws {
    let path = folder.file("to sign.pdf")
    let messages = try walk(
      "", .line(":save \(path)"), .line(":save \(path)"), ":quit")
    #expect(messages.filter { $0.contains("Saved: \(path)") }.count == 2)
    try folder.write("mine", to: "mine.txt")
    let refused = try walk("", .line(":save \(folder.file("mine.txt"))"), ":quit")
    let reason = "mine.txt” cannot be written: there is already a file of this name."
    #expect(refused.contains { $0.contains(reason) })
    #expect(try folder.bytes(of: "mine.txt") == Array("mine".utf8))
    let missing = try walk("", .line(":save \(folder.path)/none/x.pdf"), ":quit")
    #expect(missing.contains { $0.contains("cannot be written: there is no such file or folder.") })
  }

  @Test func `several want a folder`() throws {
    let proof = try folder.write("proof", to: "proof.txt")
    let messages = try walk(.line(proof), .line(":save \(folder.file("new.pdf"))"), ":quit")
    #expect(messages.contains { $0.contains("there is no folder “\(folder.file("new.pdf"))”") })
    #expect(try folder.names() == ["proof.txt"])
  }

  @Test func `where there is none, that is said`() throws {
    #expect(try walk(":save", ":quit").contains { $0.contains("There is no file on this page.") })
    #expect(
      try walk(":сохранить", ":quit", language: "ru")
        .contains { $0.contains("На этой странице нет файлов.") })
  }

  @Test func `names that are taken get a number, hidden ones are shown`() throws {
    func save(_ text: String, _ name: String) throws -> String {
      let contents = FileContents(Array(text.utf8), named: name)
      return String(try SavedFile(contents, at: folder.path).path.dropFirst(folder.path.count + 1))
    }
    #expect(try save("a", "lunch.pdf") == "lunch.pdf")
    #expect(try save("b", "lunch.pdf") == "lunch-2.pdf")
    #expect(try save("c", "lunch.pdf") == "lunch-3.pdf")
    #expect(try save("b", "lunch.pdf") == "lunch-2.pdf")
    #expect(try save("a", ".profile") == "_profile")
    #expect(try save("b", ".profile") == "_profile-2")
    #expect(try save("a", "README") == "README")
    #expect(try save("b", "README") == "README-2")
    #expect(try folder.bytes(of: "lunch-3.pdf") == Array("c".utf8))
  }

  @Test func `a link or a pipe of the name is left alone`() throws {
    let target = try folder.write("target", to: "target")
    symlink(target, folder.file("lunch.pdf"))
    mkfifo(folder.file("lunch-2.pdf"), 0o600)
    let saved = try SavedFile(
      FileContents(Array("lunch".utf8), named: "lunch.pdf"), at: folder.path)
    #expect(saved.path == folder.file("lunch-3.pdf"))
    #expect(try folder.bytes(of: "target") == Array("target".utf8))
  }
}
