/// The files of a session, for its loads and commits.
///
///     let receipt = try await context.run(FileScreen("receipt", accepting: [.pdf, .png]))
///     let files = context.files
///     _ = try await context.commit("send", of: receipt) { receipt, key in
///       let contents: FileContents
///       do { contents = try await files.contents(of: receipt) } catch { throw CommitNotSent(error) }
///       return try await api.attach(contents.bytes, type: receipt.type.rawValue, key: key)
///     }
public struct SessionFiles: Sendable {
  let kept: any KeptFiles

  /// Keeps contents that a flow has got, so that it can show them: a contract, an invoice as it is sent.
  ///
  ///     let files = context.files
  ///     let contract = try await context.load("contract") {
  ///       try await files.keep(FileContents(try await api.contract(), named: "contract.pdf"))
  ///     }
  ///     try await context.confirm("sign") { Row("contract", file: contract) }
  ///
  /// What is loaded is the file, which the journal has; the contents are beside it. It belongs in a load:
  /// a flow that is rebuilt does not get them again.
  ///
  /// - Parameter contents: the file.
  /// - Returns: what to show, and to read the contents by.
  /// - Throws: ``StoreFailure`` if they cannot be kept.
  public func keep(_ contents: FileContents) async throws(StoreFailure) -> KeptFile {
    try await kept.keep(contents.bytes, as: contents.file.digest)
    return contents.file
  }

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
  /// The file whose contents are not to be had.
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
