import FoundationEssentials
import TestSupport
import Testing

@testable import Flowline

/// The contents of files beside a journal that somebody moved.
struct SidecarFilesTests {
  private static let lunch = FileContents(Array("%PDF-1.4\n".utf8), named: "lunch.pdf")
  private static let ticket = FileContents(Array("%PDF-1.5\n".utf8), named: "ticket.pdf")

  @Test func `those that are missing are named once, with the place they belong at`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("claim.flow")
    let (lunch, ticket) = (Self.lunch.file, Self.ticket.file)
    let script = try Script(
      parsing: """
        format 2
        flow claim 1
        session 5aebabd1-45c0-4f17-a694-ff70aac3108a

        answer receipt \(lunch.json.text)
        answer again [\(lunch.json.text)]
        load ticket {"ticket":\(ticket.json.text)}
        answer name "lunch.pdf"

        """)
    let files = SidecarFiles(script: path)
    let missing = try files.missing(of: script)
    #expect(missing.map { $0.file } == [lunch, ticket])
    #expect(missing.map { $0.path } == [lunch, ticket].map { "\(path).\($0.digest.fileName)" })
    for file in missing {
      let contents = file.file == lunch ? Self.lunch : Self.ticket
      #expect(FileManager.default.createFile(atPath: file.path, contents: Data(contents.bytes)))
    }
    #expect(try files.missing(of: script).isEmpty)
  }

  @Test func `a file whose answer was gone back from is not missed`() throws {
    let script = try Script(
      parsing: """
        format 2
        flow claim 1
        session 5aebabd1-45c0-4f17-a694-ff70aac3108a

        answer receipt \(Self.lunch.file.json.text)
        back receipt

        """)
    #expect(try SidecarFiles(script: "/nowhere/claim.flow").missing(of: script).isEmpty)
  }
}
