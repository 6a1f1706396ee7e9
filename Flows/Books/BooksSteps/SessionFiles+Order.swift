import BooksClient
import Flowline

extension OrderFile {
  /// A file of the session, as an order knows it.
  init(_ file: KeptFile) {
    self.init(
      name: file.name, type: file.type.rawValue, size: file.size, digest: file.digest.description)
  }
}

extension SessionFiles {
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
