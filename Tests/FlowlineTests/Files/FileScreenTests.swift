import Flowline
import Foundation
import Testing

/// What a question for a file takes.
struct FileScreenTests {
  private let pdf = FileContents(Array("%PDF-1.7 lunch".utf8), named: "lunch.pdf")
  private let text = FileContents(Array("lunch".utf8), named: "lunch.pdf")

  private func read(_ answer: Answer, by screen: FileScreen) -> Result<KeptFile, Refusal> {
    screen.read(answer, in: .test).map(\.value)
  }

  private func code(_ answer: Answer, _ screen: FileScreen) -> Refusal.Code? {
    if case .failure(let refusal) = read(answer, by: screen) { refusal.code } else { nil }
  }

  @Test func `a file is taken by its contents and its size`() throws {
    let screen = FileScreen("receipt", "Receipt?", accepting: [.pdf, .jpeg], size: 6...20)
    #expect(try read(.file(pdf.file), by: screen).get() == pdf.file)
    #expect(code(.file(text.file), screen) == .fileTooSmall)
    #expect(code(.file(text.file), FileScreen("r", "R?", accepting: [.pdf])) == .fileType)
    #expect(code(.file(pdf.file), FileScreen("r", "R?", size: 1...13)) == .fileTooBig)
    #expect(code(.file(FileContents([], named: "x").file), FileScreen("r", "R?")) == .fileTooSmall)
  }

  @Test func `text is no file, whatever it says`() {
    let screen = FileScreen("receipt", "Receipt?")
    #expect(code("/etc/passwd", screen) == .wrongShape)
    #expect(code(.text(pdf.file.json.text), screen) == .wrongShape)
    #expect(code(.json(["digest": "sha256:0"]), screen) == .wrongShape)
    for nothing in ["", "  "] as [Answer] { #expect(code(nothing, screen) == .empty) }
    #expect(code(.json(.null), screen) == .empty)
  }

  @Test func `what is accepted is said in words`() {
    func accepts(_ screen: FileScreen, _ language: String) -> String {
      let controller = FlowController()
      let environment = FlowEnvironment(
        locale: Locale(identifier: language), timeZone: .gmt, now: Date(timeIntervalSince1970: 0))
      controller.start(screen, SessionOptions(environment: environment))
      return controller.prompt?.accepts.text ?? ""
    }
    let screen = FileScreen("r", "R?", accepting: [.pdf, .png], size: 1...5_000_000)
    #expect(accepts(screen, "en_GB") == "A file of up to 5\u{A0}MB: PDF, PNG.")
    #expect(
      accepts(FileScreen("r", "R?", size: 1...900), "en_GB") == "A file of up to 900\u{A0}bytes.")
    #expect(accepts(screen, "ru_RU").hasPrefix("Файл размером до 5\u{A0}МБ: PDF, PNG"))
  }

  @Test func `a photo of a telephone is told how to be saved`() {
    let photo = FileContents(Array("\0\0\0\u{18}ftypheic".utf8), named: "IMG_1.HEIC").file
    let screen = FileScreen("r", "R?", accepting: [.jpeg])
    guard case .failure(let refusal) = read(.file(photo), by: screen) else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.message.resolved(in: .test).text.contains("Save the photo as JPEG"))
    #expect(refusal.arguments["type"] == "image/heic")
  }

  @Test(arguments: [
    ("lunch.pdf", "This file is named as PDF, but its contents are of another type."),
    ("Lunch.of.today.JPG", "This file is named as JPEG, but its contents are of another type."),
    ("lunch.png", "Files of this type are not accepted. Choose one of these types: PDF, JPEG."),
    ("pdf", "Files of this type are not accepted. Choose one of these types: PDF, JPEG."),
  ])
  func `a file whose name says more than its contents is refused for that`(
    name: String, sentences: String
  ) {
    let file = FileContents(Array("lunch".utf8), named: name).file
    let screen = FileScreen("r", "R?", accepting: [.pdf, .jpeg])
    guard case .failure(let refusal) = read(.file(file), by: screen) else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.code == .fileType)
    #expect(refusal.message.resolved(in: .test).text.hasPrefix(sentences))
    #expect(refusal.arguments["type"] == "text/plain")
  }

  @Test func `it may be left out`() throws {
    let screen = FileScreen("r", "R?").optional()
    for nothing: Answer in ["", .json(""), .json(.null)] {
      let accepted = try screen.read(nothing, in: .test).get()
      #expect(accepted.value == nil && accepted.recorded == .null)
    }
  }
}
