package import ArgumentParser
import Flowline
import FlowlineProgram

/// The options of a program over the books' flows: which books, and who the program is to their service.
package struct BooksOptions: ParsableArguments {
  /// The word for the books in a file.
  private static let embedded = "embedded"

  @ArgumentParser.Option(
    help: ArgumentHelp(
      """
      The books: “embedded”, a sample in a file, or the address of a bookkeeping service’s API.
      """,
      valueName: "address"))
  package var books = Self.embedded

  @ArgumentParser.Option(
    help: ArgumentHelp(
      """
      A file that only you can read, with the program’s id and secret at the bookkeeping service, each \
      on a line of its own. By default, the file that FREEAGENT_CLIENT_FILE names.
      """,
      valueName: "file"),
    completion: .file())
  package var booksClientFile: String?

  /// Makes options that are to be parsed.
  package init() {}

  /// The books in a file.
  package static var unset: BooksOptions {
    var options = BooksOptions()
    (options.books, options.booksClientFile) = (embedded, nil)
    return options
  }

  package func validate() throws {
    // The rest of an address is checked by what reaches it.
    if isRemote, !books.contains("://") {
      throw ValidationError(texts("usage.books", .string(books)))
    }
    if booksClientFile != nil, !isRemote { throw ValidationError(texts("usage.books-client-file")) }
  }

  /// Whether the books are some with an address.
  package var isRemote: Bool { books != Self.embedded }
}
