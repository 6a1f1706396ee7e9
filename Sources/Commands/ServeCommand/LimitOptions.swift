import ArgumentParser
import FlowlineHost
import ServiceCalls

/// How much is kept and done for customers.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Once a PIN is set in a browser, lock it after so many minutes without a request.",
      valueName: "minutes"))
  var lockAfter = 10

  @Option(
    help: ArgumentHelp(
      "How many sessions are in memory at the most.", valueName: "count"))
  var sessionsInMemory = 20_000

  @Option(
    help: ArgumentHelp(
      """
      How many calls to its sessions a browser or a program may make in a minute, at each server. \
      Pages that list what there is are not counted.
      """, valueName: "count"))
  var callsPerMinute = 1_200

  @Option(
    help: ArgumentHelp(
      """
      How many browsers and programs without a cookie may come in a minute, at each server and of all \
      addresses together: each is a new customer. More are refused, with when to try again.
      """, valueName: "count"))
  var visitorsPerMinute = 6_000

  @Option(
    help: ArgumentHelp("How many unfinished sessions a customer may have.", valueName: "count"))
  var sessionsPerCustomer = 100

  @Option(
    help: ArgumentHelp(
      """
      How many unfinished sessions of one flow a customer may have. By default, as many as of all \
      flows.
      """, valueName: "count"))
  var sessionsPerCustomerAndFlow: Int?

  @Option(
    help: ArgumentHelp(
      """
      How many unfinished sessions of one flow all customers may have together; then none of that \
      flow is begun until some end or are abandoned. By default, as many as of all flows.
      """, valueName: "count"))
  var sessionsPerFlow: Int?

  @Option(
    help: ArgumentHelp(
      """
      How many unfinished sessions all customers may have together; then none is begun until some end \
      or are abandoned.
      """, valueName: "count"))
  var sessionsInAll = 1_000_000

  @Option(
    help: ArgumentHelp(
      "How many megabytes the files that a customer has sent may have together.",
      valueName: "count"))
  var megabytesPerCustomer = 200

  @Option(
    help: ArgumentHelp(
      "How many megabytes the files of all customers may have together.", valueName: "count"))
  var megabytesInAll = 20_000

  func validate() throws {
    try (1...1_440).check(lockAfter, of: "--lock-after")
    let many = 1...1_000_000_000
    try many.check(sessionsInMemory, of: "--sessions-in-memory")
    try many.check(callsPerMinute, of: "--calls-per-minute")
    try many.check(visitorsPerMinute, of: "--visitors-per-minute")
    try many.check(sessionsPerCustomer, of: "--sessions-per-customer")
    try many.check(sessionsPerCustomerAndFlow ?? 1, of: "--sessions-per-customer-and-flow")
    try many.check(sessionsPerFlow ?? 1, of: "--sessions-per-flow")
    try many.check(sessionsInAll, of: "--sessions-in-all")
    try many.check(megabytesPerCustomer, of: "--megabytes-per-customer")
    try many.check(megabytesInAll, of: "--megabytes-in-all")
  }

  /// How much the host keeps and does.
  var hostLimits: HostLimits {
    var limits = HostLimits()
    limits.sessionsInMemory = sessionsInMemory
    limits.callsPerMinute = callsPerMinute
    // One request that a bank or books do not answer needs no person: it is repeated within this time.
    limits.commitTime = OrderTimes.withOneUnanswered
    limits.sessionsPerUser = sessionsPerCustomer
    limits.sessionsPerUserAndFlow = sessionsPerCustomerAndFlow
    limits.sessionsPerFlow = sessionsPerFlow
    limits.sessionsInAll = sessionsInAll
    limits.fileBytesPerUser = megabytesPerCustomer * 1_000_000
    limits.fileBytesInAll = megabytesInAll * 1_000_000
    return limits
  }
}
