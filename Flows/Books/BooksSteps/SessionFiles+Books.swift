import BooksClient
import Flowline
import ServiceBasics

extension OrderFile {
  /// A file of the session, as an order knows it.
  init(_ file: KeptFile) {
    self.init(
      name: file.name, type: file.type.rawValue, size: file.size, digest: file.digest.description)
  }
}

extension SessionFiles {
  /// Keeps a file that was read from the books, to be shown.
  ///
  /// Where sessions keep no files, none is shown, and nothing else stops for it.
  ///
  /// - Throws: `StoreFailure` if it cannot be kept now.
  func keep(_ reply: BooksReply<[UInt8]>, named name: String) async throws -> BooksReply<KeptFile> {
    do {
      return try await reply.map { try await keep(FileContents($0, named: name)) }
    } catch let failure as StoreFailure where failure.code == .keepsNoFiles {
      return .failed(
        BooksError(.storage, cause: CodedText("no-session-files", failure.reason)))
    }
  }

  /// The contents of several files, in their order.
  ///
  /// - Throws: `CommitNotSent` if one cannot be read.
  func contents(of files: [KeptFile]) async throws -> [[UInt8]] {
    var contents: [[UInt8]] = []
    do {
      for file in files { contents.append(try await self.contents(of: file).bytes) }
    } catch {
      throw CommitNotSent(error)
    }
    return contents
  }
}
