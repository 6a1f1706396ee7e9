public import FreeAgentAPI
import ServiceBasics

/// Those whom the company sells to or buys from.
extension Bookkeeper {
  /// A page of the contacts that are not hidden, by their names.
  ///
  /// - Parameters:
  ///   - number: which page, from 1.
  ///   - size: how many a page has, 1 to 100.
  /// - Throws: a ``BooksError``.
  public func contacts(page number: Int = 1, size: Int = 25) async throws -> BookPage<BookContact> {
    let native = try await company().currency
    let page: (elements: [FreeAgent.Contact], total: Int?) = try await page(
      of: FreeAgent.ContactFilter { $0.sort = .name }, FreeAgent.PageRequest(number, size: size))
    return BookPage(
      page.elements.compactMap { BookContact($0, native: native) }, of: page.elements.count, number,
      size: size, total: page.total)
  }

  /// A contact as it is now.
  ///
  /// - Throws: a ``BooksError``, of the code `gone` if it is no longer there.
  public func contact(_ id: BookID<FreeAgent.Contact>) async throws -> BookContact {
    let native = try await company().currency
    let answer = try await ask(FreeAgent.Get<FreeAgent.Contact>(id.identifier))
    guard let contact = BookContact(answer, native: native) else {
      throw BooksError(.unreadable, cause: .incomplete("the contact has no name"))
    }
    return contact
  }
}
