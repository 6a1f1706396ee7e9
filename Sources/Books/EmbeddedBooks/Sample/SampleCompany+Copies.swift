package import ServiceBasics
import Synchronization

/// Copies of the sample, for tests, which want many: copying takes a fraction of the time of filling.
extension SampleCompany {
  private struct Origin: Hashable {
    let variant: Variant
    let moment: Timestamp
    let hasPayroll: Bool
    let hasPast: Bool
  }

  /// Books that were filled, by what they were filled with; never handed out.
  private static let filled = Mutex<[Origin: EmbeddedBooks]>([:])

  /// Makes books in memory that nobody else sees, with a company, at which it is always the same time.
  ///
  /// - Parameters:
  ///   - variant: the company.
  ///   - moment: when it is.
  ///   - includingPayroll: whether a limited company has paid people.
  ///   - includingPast: whether an order was cancelled more than half a year ago.
  package static func books(
    _ variant: Variant = .limited, at moment: Timestamp, includingPayroll: Bool = false,
    includingPast: Bool = false
  ) throws -> EmbeddedBooks {
    let origin = Origin(
      variant: variant, moment: moment, hasPayroll: includingPayroll, hasPast: includingPast)
    return try filled.withLock { filled in
      let books =
        try filled[origin]
        ?? {
          let books = try EmbeddedBooks.inMemory { moment }
          _ = try seed(
            into: books, variant: variant, includingPayroll: includingPayroll,
            includingPast: includingPast)
          filled[origin] = books
          return books
        }()
      return try books.copy { moment }
    }
  }
}
