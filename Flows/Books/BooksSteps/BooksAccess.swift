import BooksClient
import Flowline
import ServiceBasics

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
struct BooksAccess: Sendable {
  private let find: @Sendable () throws -> Bookkeeper

  init(_ find: @escaping @Sendable () throws -> Bookkeeper) { self.find = find }

  /// Who keeps the books.
  ///
  /// - Throws: a `BooksError` if the files of this computer cannot be used.
  func keeper() throws -> Bookkeeper {
    do {
      return try find()
    } catch let error as DatabaseFileError {
      throw BooksError(.storage, cause: "\(error.path): \(error.cause)")
    }
  }
}
