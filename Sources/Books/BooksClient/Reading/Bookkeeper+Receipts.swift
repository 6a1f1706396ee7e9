import FreeAgentAPI

/// Looking at what is attached in the books.
extension Bookkeeper {
  /// The contents of a receipt.
  ///
  /// The address of a file is good for a minute or less: it is asked for right before, and once more if it has
  /// expired all the same.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if there is no such file any more.
  public func contents(of receipt: BookReceipt) async throws -> [UInt8] {
    do {
      do {
        return try await file(of: receipt)
      } catch FreeAgent.CallProblem.refused(let failure) where 400..<500 ~= failure.status {
        return try await file(of: receipt)
      }
    } catch let problem as FreeAgent.CallProblem {
      throw BooksError(problem)
    }
  }

  private func file(of receipt: BookReceipt) async throws -> [UInt8] {
    let attachment = try await ask(FreeAgent.Get<FreeAgent.Attachment>(receipt.id.identifier))
    guard let source = attachment.contentSrc else { throw BooksError(.gone) }
    return Array(try await service.contents(at: source))
  }
}
