/// The files that a person can have a look at.
extension FlowController {
  /// The contents of a file that the session has shown to the person, or has got from them.
  ///
  /// So a link of a page leads to it as long as the flow runs, and to nothing else that is kept.
  ///
  /// - Parameter digest: the file's digest, from a row of a page or from an answer.
  /// - Returns: the file; nil if no question that waits or was answered shows one with this digest, and none
  ///   was answered with it.
  /// - Throws: ``MissingFile`` if its contents are not kept or are not those it had; ``StoreFailure`` if
  ///   they cannot be read.
  public func contents(ofShown digest: FileDigest) async throws -> FileContents? {
    guard let file = shownFile(digest) else { return nil }
    return try await SessionFiles(kept: read { $0.files.kept }).contents(of: file)
  }

  /// The contents of a file that is shown, as ``contents(ofShown:)`` has them.
  ///
  /// For tests and for programs without an event loop.
  ///
  /// - Parameter digest: the file's digest.
  /// - Returns: the file; nil if none with this digest is shown.
  /// - Throws: what that throws; ``StoreFailure/Code/closed`` from inside a step, which it would wait for
  ///   itself.
  public func waitForContents(ofShown digest: FileDigest) throws -> FileContents? {
    guard !isInsideHere else {
      throw StoreFailure(.closed, at: "\(digest)", "a step cannot wait for a file")
    }
    return try waitOutside { () async -> Result<FileContents?, any Error> in
      do {
        return .success(try await self.contents(ofShown: digest))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private func shownFile(_ digest: FileDigest) -> KeptFile? {
    func isMeant(_ file: KeptFile) -> Bool { file.digest == digest }
    return prompts.flatMap(\.filesOfAll).first(where: isMeant)
      ?? journal.answers.lazy.compactMap { KeptFile($0.value) }.first(where: isMeant)
      ?? answeredQuestions.flatMap(\.prompt.files).first(where: isMeant)
  }
}

extension Prompt {
  /// The files that the rows of the page show, each once, from top to bottom.
  public var files: [KeptFile] { page.files.unique }

  /// The files of the page, and those of the fields that are shown with it, each once.
  package var filesOfAll: [KeptFile] {
    (page.files + (form?.fields ?? []).flatMap(\.page.files)).unique
  }
}

extension [KeptFile] {
  /// Each once.
  fileprivate var unique: [KeptFile] {
    var seen: Set<KeptFile> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [PageSection] {
  fileprivate var files: [KeptFile] { flatMap(\.rows).compactMap(\.file) }
}
