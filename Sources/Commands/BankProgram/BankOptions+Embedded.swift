import Bank
import BankFlows
import BooksFlows
package import Flowline
package import FlowlineProgram
import FoundationEssentials
import SampleBank
import SampleBooks

extension BankOptions {
  /// The flows at the bank in a file, which is opened when it is first asked for something, and those at
  /// the books in a file.
  ///
  /// - Parameters:
  ///   - options: what is said of the books.
  ///   - use: what the flows are for.
  ///   - run: what is known of the program’s run.
  package func embeddedWorld(
    _ options: BooksOptions, for use: ProgramUse, in run: ProgramRun
  ) throws -> ProgramWorld {
    let folder = dataFolder(in: run)
    var catalog = embeddedBank(for: use, in: run)
    let books = OpenBooks { run.environment }
    catalog.add(
      contentsOf: BooksFlows.catalog(
        explaining: try options.explanationStart(), notices: try options.noticeBoard(in: folder)
      ) { try books.keeper(in: folder + "/books") })
    return ProgramWorld(
      catalog, name: dataOption(in: run), sample: data == nil ? Self.sample : nil)
  }

  /// Looks for transactions to explain in the books in a file.
  ///
  /// - Parameter run: what is known of the program’s run.
  package func embeddedWatch(in run: ProgramRun) -> ProgramWatch {
    let folder = dataFolder(in: run)
    let books = OpenBooks { run.environment }
    return .books(BooksWatch { try books.keeper(in: folder + "/books") })
  }

  /// The flows at the bank in a file alone.
  package func embeddedBank(for use: ProgramUse, in run: ProgramRun) -> FlowCatalog {
    let bank = FileBank(path: dataFolder(in: run) + "/bank.sqlite", patience: patience(for: use)) {
      run.environment
    }
    // A bank with an address may be named further on in a line that is being typed.
    let login = use == .suggesting ? ClosedLogin() : nil
    return BankFlows.catalog(bank: bank, login: login)
  }

  /// How long a request waits for other programs that use the bank's file.
  private func patience(for use: ProgramUse) -> FileBank.Patience {
    switch use {
    case .running(isWatched: true): .endless
    case .running(isWatched: false): .upTo(.seconds(10))
    case .listing, .suggesting: .upTo(.zero)
    }
  }

  /// The flows of a bank with an address, for looking at them alone.
  package static var closedCatalog: FlowCatalog {
    BankFlows.catalog(bank: LazyBank { throw ClosedLogin.error }, login: ClosedLogin())
  }

  /// The flows of books with an address, for looking at them alone.
  package static var closedBooks: FlowCatalog {
    BooksFlows.catalog(logIn: ClosedBooks()) { throw ClosedBooks.error }
  }

  /// The flows at a sample bank in memory that is a script's own.
  ///
  /// The record tells what a log-in came to; a sample bank itself needs none.
  @Sendable private static func sample(in environment: FlowEnvironment) -> FlowCatalog {
    var catalog = BankFlows.catalog(
      bank: LazyBank { try SampleBank.make(in: environment) }, login: ClosedLogin())
    let books = SampleBooks.lazy(in: environment)
    catalog.add(contentsOf: BooksFlows.catalog { try books() })
    return catalog
  }

  /// The option that leads to the folder again.
  package func dataOption(in run: ProgramRun) -> String {
    "--data \(ShellWord.quoted(Self.absolute(dataFolder(in: run))))"
  }

  /// The path from the root.
  package static func absolute(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.path
  }
}
