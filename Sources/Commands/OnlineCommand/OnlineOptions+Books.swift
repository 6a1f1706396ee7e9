import ArgumentParser
import BankProgram
import BooksClient
import BooksConnection
import BooksFlows
import BooksHTTP
import Flowline
import FlowlineProgram
import FlowlineTerminal
import ServiceBasics
import ServiceCalls

/// Books that are reached by their address.
extension OnlineOptions {
  /// Books as a run has them: the flows, and how it logs out of them.
  struct Books {
    let catalog: FlowCatalog
    var logOut: (@Sendable () async -> Void)?
  }

  /// The books with an address; nil for those in a file.
  ///
  /// Who the program is there is read before anybody is asked anything.
  func remoteBooks(for use: ProgramUse, in run: ProgramRun) throws -> Books? {
    guard let address = try booksAddress() else { return nil }
    guard case .running = use else { return Books(catalog: BankOptions.closedBooks) }
    let notices = try books.noticeBoard(in: options.dataFolder(in: run))
    let connection = try booksConnection(to: address, in: run)
    let catalog = BooksFlows.catalog(
      logIn: connection.logIn, explaining: try books.explanationStart(), notices: notices,
      clock: SystemFlowClock()
    ) { try connection.keeper() }
    // The next flow that is to log out reports tokens that cannot be forgotten.
    return Books(catalog: catalog) { try? await connection.logIn.logOut() }
  }

  func watch(in run: ProgramRun) throws -> ProgramWatch? {
    guard let address = try booksAddress() else { return options.embeddedWatch(in: run) }
    let connection = try booksConnection(to: address, in: run)
    return .books(BooksWatch { try connection.keeper() })
  }

  private func booksConnection(
    to address: BooksAddress, in run: ProgramRun
  ) throws -> BooksConnection {
    guard let path = booksClientPath else { throw ValidationError(texts("usage.books.client")) }
    do throws(BooksError) {
      let client = try ClientFile(path: path)
      return BooksConnection(
        to: address, client: client, data: options.dataFolder(in: run), cache: run.cacheFolder,
        returningTo: .here(port: client.port, LoopbackPages(in: run.environment)),
        timing: Timing(now: { run.now }))
    } catch {
      let told: any LocalizableError = error
      throw ValidationError(told.text)
    }
  }

  /// Which books the sessions belong to, as the options that lead there again; nil for those in a file.
  func booksName() throws -> String? {
    guard let address = try booksAddress() else { return nil }
    let file = booksClientPath.map(BankOptions.absolute) ?? ""
    return "--books \(ShellWord.quoted(address.description)) "
      + "--books-client-file \(ShellWord.quoted(file))"
  }

  /// The address of the books; nil for those in a file.
  func booksAddress() throws -> BooksAddress? {
    guard books.isRemote else { return nil }
    do throws(BooksAddress.Problem) {
      return try BooksAddress(books.books)
    } catch {
      let text = books.shownBooks
      let message =
        switch error {
        case .notAnAddress: texts("usage.books", .string(text))
        case .unknownScheme(let scheme):
          texts("usage.books.scheme", .string(text), .string(scheme))
        case .notEncrypted(let host):
          texts("usage.books.unencrypted", .string(text), .string(host))
        case .superfluousParts: texts("usage.books.parts", .string(text))
        }
      throw ValidationError(message)
    }
  }

  private var booksClientPath: String? {
    let path = books.booksClientFile ?? FilePath.variable(ClientFile.variable)
    return path.flatMap { $0.isEmpty ? nil : FilePath.expanded($0) }
  }
}
