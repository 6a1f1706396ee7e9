package import ArgumentParser
package import BooksFlows
import Flowline
package import FlowlineProgram
import FlowlineTerminal
import enum ServiceBasics.AddressText

/// The options of a program over the books' flows: which books, and who the program is to their service.
package struct BooksOptions: ParsableArguments {
  /// The word for the books in a file.
  private static let embedded = "embedded"

  @ArgumentParser.Option(
    help: ArgumentHelp(texts("help.books"), valueName: "address"))
  package var books = Self.embedded

  @ArgumentParser.Option(
    help: ArgumentHelp(texts("help.books-client-file"), valueName: "file"),
    completion: .file())
  package var booksClientFile: String?

  @ArgumentParser.Option(
    name: .customLong("switch"),
    help: ArgumentHelp(texts("help.switch"), valueName: "name=on|off"))
  package var switches: [BooksSwitch] = []

  @ArgumentParser.Option(
    help: ArgumentHelp(texts("help.notices"), valueName: "file"),
    completion: .file())
  package var notices: String?

  /// Makes options that are to be parsed.
  package init() {}

  /// The books in a file.
  package static var unset: BooksOptions {
    var options = BooksOptions()
    (options.books, options.booksClientFile, options.switches) = (embedded, nil, [])
    options.notices = nil
    return options
  }

  package func validate() throws {
    // The rest of an address is checked by what reaches it.
    if isRemote, !books.contains("://") {
      throw ValidationError(texts("usage.books", .string(shownBooks)))
    }
    if booksClientFile != nil, !isRemote { throw ValidationError(texts("usage.books-client-file")) }
  }

  /// By what explaining a transaction begins.
  ///
  /// - Throws: a `ValidationError` if the environment's switches cannot be read.
  package func explanationStart() throws -> ExplanationStart {
    try state(of: .explainCategoryFirst).isOn ? .byCategory : .byType
  }

  /// What can be switched, as it is by these options.
  ///
  /// - Throws: a `ValidationError` if the environment's switches cannot be read.
  package func programSwitches() throws -> [ProgramSwitch] {
    try BooksSwitch.Name.allCases.map { name in
      let (isOn, origin) = try state(of: name)
      return ProgramSwitch(name.rawValue, isOn: isOn, from: origin, name.meaning)
    }
  }

  /// Of several switches the last one holds; an option counts more than the environment.
  private func state(
    of name: BooksSwitch.Name
  ) throws -> (isOn: Bool, origin: ProgramSwitch.Origin) {
    let said = try FilePath.variable(BooksSwitch.variable).map(BooksSwitch.list) ?? []
    if let option = switches.last(where: { $0.name == name }) {
      return (option.isOn, .option("--switch"))
    }
    guard let variable = said.last(where: { $0.name == name }) else { return (false, .standard) }
    return (variable.isOn, .variable(BooksSwitch.variable))
  }

  /// What the overview of the books tells, with what was hidden kept in a folder; nil without a file.
  ///
  /// - Throws: a `ValidationError` if the file cannot be read, or is no list of notices.
  package func noticeBoard(in folder: String) throws -> NoticeBoard? {
    guard let path = notices.map(FilePath.expanded) else { return nil }
    do {
      let bytes = try NamedFile.read(path)
      return NoticeBoard(
        try Notice.list(String(decoding: bytes, as: UTF8.self)), of: "here",
        hiddenIn: FolderValueStore(folder: "\(folder)/values"))
    } catch let failure as NamedFile.Failure {
      throw ValidationError("--notices: \(Words(.current).description(of: failure))")
    } catch let fault as NoticeFault {
      throw ValidationError("--notices \(path): \(fault.description)")
    }
  }

  /// The books as messages name them: without a password that may be in their address.
  package var shownBooks: String { AddressText.withoutUser(books) }

  /// Whether the books are some with an address.
  package var isRemote: Bool { books != Self.embedded }
}
