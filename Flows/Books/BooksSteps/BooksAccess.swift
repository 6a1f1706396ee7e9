import BooksClient
import Flowline
import ServiceBasics
import Synchronization

/// The texts of the steps that flows at a company's books share.
let sharedTexts = TextCatalog(PackageResources.BooksSteps_xcstrings)

/// A flow at a company's books, with texts of its feature.
protocol BooksFlow: Flow {
  /// The texts of the feature.
  static var texts: TextCatalog { get }
}

extension BooksFlow {
  var texts: TextCatalog { Self.texts }
  var catalog: TextCatalog? { Self.texts }
}

/// What a flow is given to reach the books.
final class BooksAccess: Sendable {
  private let make: @Sendable () throws -> Bookkeeper
  private let made = Mutex<Bookkeeper?>(nil)

  init(_ make: @escaping @Sendable () throws -> Bookkeeper) { self.make = make }

  /// Who keeps the books.
  ///
  /// - Throws: a `BooksError` if the files of this computer cannot be used.
  func keeper() throws -> Bookkeeper {
    try made.withLock { made in
      if let made { return made }
      do {
        let keeper = try make()
        made = keeper
        return keeper
      } catch let error as DatabaseFileError {
        throw BooksError(.storage, cause: "\(error.path): \(error.cause)")
      }
    }
  }
}
