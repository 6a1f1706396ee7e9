import Flowline
import FlowlineHost
import FlowlineMCP
import FlowlineWeb
import Logging

/// What is kept of customers, and where: in the data folder, or in a database that all servers share.
struct ServedStores {
  /// Keeps the sessions.
  let store: any JournalStore
  /// Keeps what is small.
  ///
  /// What all servers over a database have in common is there as well.
  let values: any ValueStore
  /// What all servers over a database know of orders and log-ins; nil without one.
  let logs: CustomerLogs?
  let audit: any AuditLog
  let faults: FaultLog
  /// The folder of the customers' folders.
  let folder: String
  /// How sessions call the data folder; nil if they are kept in it.
  let folderName: String?

  /// Opens the stores.
  ///
  /// - Parameters:
  ///   - options: where they are.
  ///   - limits: how long what they keep is kept.
  ///   - logger: gets what those who look after them are to know.
  init(_ options: StoreOptions, _ limits: HostLimits, _ logger: Logger) async throws {
    store = try await options.openStore()
    if let notice = await options.notice(of: store) { logger.warning("\(notice)") }
    let faults = FaultLog(logger)
    self.faults = faults
    let shared = store as? any ValueStore
    values = shared ?? FolderValueStore(folder: options.valuesFolder)
    logs = shared.map {
      CustomerLogs(in: $0, isSealed: options.journalKey != nil, faults: faults)
    }
    audit =
      shared.map { StoredAuditLog($0, keptFor: limits.longestKept) }
      ?? FileAuditLog(folder: options.auditFolder)
    folder = options.customersFolder
    folderName = try options.folderName()
  }

  /// Knows the customers by their browsers.
  ///
  /// - Parameters:
  ///   - place: where the browsers reach the server.
  ///   - limits: how many may be new in a minute.
  ///   - tokens: what is revoked when a customer logs in or out.
  func visitors(
    at place: ListeningPlace, _ limits: LimitOptions, revoking tokens: AgentTokens
  ) -> Visitors {
    let earlier = KnownCustomers(sessions: store, values: values, folder: folder)
    return Visitors(
      keptIn: values, isSecure: place.isBehindTLS, newPerMinute: limits.visitorsPerMinute,
      takingEarlierOf: { user async throws(StoreFailure) in try await earlier.contain(user) },
      revokingAccessOf: { user async throws(StoreFailure) in
        try await tokens.revokeAll(of: user)
      })
  }
}
