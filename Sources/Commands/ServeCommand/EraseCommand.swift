import ArgumentParser
import Flowline
import FlowlineHost
import FlowlineWeb
import Foundation
import Glibc

/// Erases all that is kept of a customer.
struct EraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase all that is kept of a customer.",
    discussion: """
      These are the sessions with their journals and files, the audit of inputs, the PIN, the tokens of \
      agents, the log-ins and orders, and the customer's folder with sample bank, sample books and copies. \
      What was ordered at a bank or books with an address stays there. Backups are not reached. One row stays, \
      under the customer's name, on the shelf “visitor-renewals”: it says that no cookie of that browser counts \
      any more.

      --data, --store, --tenant and --journal-key say where that is, as the servers have them. If servers \
      have folders of their own, erase at each. A server that runs keeps what it has in memory of the \
      customer for ten minutes after the last request: erase once the customer is gone. A write that it \
      is carrying out then is done all the same, and no record of it is left.

      Exit codes: 0 erased, 1 not erased, or not all of it, 2 usage.
      """)

  @OptionGroup var options: StoreOptions

  @Flag(help: "Erase without asking.")
  var yes = false

  @Argument(
    help: ArgumentHelp(
      """
      The customer's name, as the database has it as owner: visitor- and the first 32 digits of the \
      SHA-256, in hexadecimal, of what is before the first dot of the browser's cookie whose name begins \
      with “flowline-visitor-”, or with “__Host-flowline-visitor-” behind TLS, or of an earlier version's \
      cookie “flowline”.
      """, valueName: "customer"))
  var customer: String

  func validate() throws {
    guard !customer.isEmpty else { throw ValidationError("Name the customer to erase.") }
  }

  func run() async throws {
    if case .file(let file) = try options.namedStore(),
      !FileManager.default.fileExists(atPath: file)
    {
      throw ServeFailure(
        "no sessions are kept in \(options.data). Name the folder with --data.", status: 1)
    }
    try confirm()
    let store = try await options.openStore()
    do {
      try await erase(UserID(customer), in: store)
    } catch {
      await store.close()
      throw ServeFailure("not all was erased: \(error). Erase once more.", status: 1)
    }
    await store.close()
  }

  private func confirm() throws {
    guard !yes else { return }
    guard isatty(STDIN_FILENO) != 0 else {
      throw ServeFailure("nobody can be asked here. Pass --yes to erase.", status: 2)
    }
    let question = "Erase all that is kept of \(customer), for good? Type yes: "
    FileHandle.standardError.write(Data(question.utf8))
    guard readLine() == "yes" else { throw ServeFailure("nothing was erased.", status: 1) }
  }

  private func erase(_ user: UserID, in store: any JournalStore) async throws {
    let count = try await store.removeAll(of: user)
    print("flowline-serve: erased \(count == 1 ? "1 session" : "\(count) sessions") of \(user)")
    let shared = store as? any ValueStore
    // A database that servers share has forgotten its small things with them.
    if shared == nil { try await forgetValues(of: user) }
    try await FileAuditLog(folder: options.auditFolder).removeAll(of: user)
    try removeFolder(of: user)
    // Last, since all renewals were erased: the first cookie would count once more, at a server that may still
    // be logged in for the customer.
    let values = shared ?? FolderValueStore(folder: options.valuesFolder)
    try await Visitors(keptIn: values).end(user)
  }

  private func removeFolder(of user: UserID) throws {
    let folder = Customer(user, in: options.customersFolder).folder
    guard FileManager.default.fileExists(atPath: folder) else {
      return print("flowline-serve: no folder of the customer is in \(options.data)")
    }
    try FileManager.default.removeItem(atPath: folder)
    print("flowline-serve: removed \(folder)")
  }

  /// Forgets a customer's small things in files, on whatever shelf.
  private func forgetValues(of user: UserID) async throws {
    let folder = options.valuesFolder
    guard FileManager.default.fileExists(atPath: folder) else { return }
    let values = FolderValueStore(folder: folder)
    for shelf in try FileManager.default.contentsOfDirectory(atPath: folder) {
      try await values.removeValues(of: user, on: shelf, beginning: "")
    }
  }
}
