import Books
import FreeAgentAPI

/// What a landlord lets.
extension Bookkeeper {
  /// The properties by their addresses; nil if the company is no landlord, empty if the user may not list them.
  ///
  /// - Throws: a ``BooksError``.
  func knownProperties(
    of company: BookCompany
  ) async throws -> [BookThing<FreeAgent.Property>]? {
    guard company.kind == .landlord else { return nil }
    let properties: [FreeAgent.Property] = try await listIfAny()
    return properties.compactMap { BookThing($0.url, $0.address) }
  }
}

extension FreeAgent.Property {
  /// Where it is, in one line; nil if the service does not say.
  var address: String? {
    let lines = [self.address1, self.address2, self.address3, self.town, self.postcode]
      .compactMap(\.self).filter { !$0.isEmpty }
    return lines.isEmpty ? nil : lines.joined(separator: ", ")
  }
}
