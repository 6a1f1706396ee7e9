package import ArgumentParser
package import BooksFlows
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

  @ArgumentParser.Option(
    name: .customLong("switch"),
    help: ArgumentHelp(
      """
      Switch something on or off: explain-category-first=on asks for the category of a transaction \
      first, of which its type follows.
      """,
      valueName: "name=on|off"))
  package var switches: [BooksSwitch] = []

  /// Makes options that are to be parsed.
  package init() {}

  /// The books in a file.
  package static var unset: BooksOptions {
    var options = BooksOptions()
    (options.books, options.booksClientFile, options.switches) = (embedded, nil, [])
    return options
  }

  package func validate() throws {
    // The rest of an address is checked by what reaches it.
    if isRemote, !books.contains("://") {
      throw ValidationError(texts("usage.books", .string(books)))
    }
    if booksClientFile != nil, !isRemote { throw ValidationError(texts("usage.books-client-file")) }
  }

  /// By what explaining a transaction begins; of several switches the last one holds.
  package var explanationStart: ExplanationStart {
    let isOn = switches.last { $0.name == .explainCategoryFirst }?.isOn ?? false
    return isOn ? .byCategory : .byType
  }

  /// Whether the books are some with an address.
  package var isRemote: Bool { books != Self.embedded }
}
