import BooksClient
import FlowTestSupport
import Flowline
import Foundation
import SampleBooks
import ServiceBasics
import TestSupport
import Testing

@testable import BooksFlows

/// Files of the sample that cannot be used: those who look after them are told which.
struct UnusableFileTests {
  /// What is said when the books' file, or that of the orders, is something else.
  private func text(
    at file: String, namingFiles: Bool, locale: String = "en_GB"
  ) throws -> (text: String, path: String) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(file)"
    try Data("a letter, and no database".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let environment = SessionWalk.environment(locale)
    let catalog = BooksFlows.catalog(namesFiles: namingFiles) {
      try SampleBooks.keeper(in: folder.path) { environment }
    }
    let walk = SessionWalk(catalog, in: environment, settling: true)
    try walk.start("approve")
    let prompt = try #require(walk.controller.prompt)
    let hold = try #require(prompt.hold)
    #expect(!hold.mayHaveBeenDone)
    walk.controller.terminate()
    return ("\(hold.text ?? "") (\(hold.message))", path)
  }

  @Test(arguments: ["books.sqlite", "orders.sqlite"])
  func `the file is named where its users are to mend it, and not to others`(
    file: String
  ) throws {
    let (own, path) = try text(at: file, namingFiles: true)
    #expect(own.contains(path), "\(own)")
    #expect(own.contains("A file of this computer cannot be used"), "\(own)")
    let (served, hidden) = try text(at: file, namingFiles: false)
    #expect(!served.contains(hidden) && !served.contains("sqlite"), "\(served)")
    #expect(served.contains("the server cannot use one of its files. Try again later."))
    let (russian, _) = try text(at: file, namingFiles: false, locale: "ru_RU")
    #expect(russian.contains("сервер не может использовать один из своих файлов"), "\(russian)")
  }

  @Test func `an error without its file is the same otherwise`() {
    let error = BooksError(.storage, at: "/srv/ada/orders.sqlite", cause: "disk I/O error")
    #expect("\(error)" == "storage: /srv/ada/orders.sqlite: disk I/O error")
    let told = error.withoutFile
    #expect(told.code == .storage && told.path == nil && !"\(told)".contains("I/O"))
    let other = BooksError(.earlierOrder, order: "a key")
    #expect(other.withoutFile == other)
  }
}
