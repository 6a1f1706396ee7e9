/// The files of a session, for its loads and commits.
///
///     let receipt = try await context.run(FileScreen("receipt", accepting: [.pdf, .png]))
///     let files = context.files
///     try await context.commit("send", of: receipt) { receipt, key in
///       let contents: FileContents
///       do { contents = try await files.contents(of: receipt) } catch { throw CommitNotSent(error) }
///       return try await api.attach(contents.bytes, type: receipt.type.rawValue, key: key)
///     }
public struct SessionFiles: Sendable {
  let kept: any KeptFiles

  /// Reads a file's contents.
  ///
  /// - Parameter file: what was answered.
  /// - Throws: ``MissingFile`` if its contents are not kept or are not those it had; ``StoreFailure`` if
  ///   they cannot be read.
  public func contents(of file: KeptFile) async throws -> FileContents {
    guard let bytes = try await kept.bytes(of: file.digest) else {
      throw MissingFile(file: file, isDamaged: false)
    }
    let contents = FileContents(bytes, named: file.name)
    guard contents.file.digest == file.digest else {
      throw MissingFile(file: file, isDamaged: true)
    }
    return contents
  }
}

/// The contents of a file are not to be had: a journal was moved without the files beside it, or they were
/// damaged.
public struct MissingFile: Error, Hashable, CustomStringConvertible {
  /// The file.
  public let file: KeptFile
  /// Whether there are contents, and others than it had.
  public let isDamaged: Bool

  /// One sentence.
  public var description: String {
    isDamaged
      ? "the contents that are kept of \(file.name) are damaged: they are not \(file.digest)"
      : "the contents of \(file.name) are not kept: \(file.digest)"
  }
}
