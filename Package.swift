// swift-tools-version: 6.2
import PackageDescription

// What other packages may link, each a target of its own name.
let libraries = words(
  """
  Money Days Flowline FlowlineSchema FlowlineTerminal FlowlineJSONLines FlowlineHost FlowlineWeb
  FlowlineMCP FlowlineProgram FlowlineSQLite FlowlinePostgres FlowlineTesting FlowlineLogging
  ServiceBasics ServiceStorage ServiceCalls ServiceOrders Bank EmbeddedBank StarlingAPI BankClient
  DataSets DataSetsSQLite BankServices ServerConnections SandboxKit BankSandbox ServiceSteps
  BankFlows Books FreeAgentAPI BooksClient BooksHTTP BooksFlows EmbeddedBooks BooksSandbox
  PrivateFiles
  """)

// What is fetched only with a trait: an adopter without traits resolves swift-argument-parser and no
// more. All are on by default, for this package's own commands and tests.
let traits: Set<Trait> = [
  .trait(name: "SQLite", description: "Sessions, a bank and copies in SQLite files."),
  .trait(name: "Postgres", description: "Sessions in a PostgreSQL database that many nodes share."),
  .trait(name: "Logging", description: "Events as lines of swift-log."),
  .trait(
    name: "Network", description: "Services over HTTP, and sandboxes of them.",
    enabledTraits: ["SQLite", "Postgres", "Logging"]),
  .default(enabledTraits: ["Network"]),
]

// Other packages at GitHub: each with its oldest version, the traits with any of which its products are
// fetched, and the products.
let packages: [(name: String, from: Version, traits: Set<String>, products: String)] = [
  ("apple/swift-argument-parser", "1.8.2", [], "ArgumentParser"),
  ("apple/swift-log", "1.16.2", ["Logging"], "Logging InMemoryLogging"),
  ("groue/GRDB.swift", "7.10.0", ["SQLite"], "GRDB GRDBSQLite"),
  ("swift-server/async-http-client", "1.37.0", ["Network"], "AsyncHTTPClient"),
  (
    "hummingbird-project/hummingbird", "2.28.1", ["Network"],
    "Hummingbird HummingbirdCore HummingbirdTesting"
  ),
  ("apple/swift-metrics", "2.13.0", ["Network"], "Metrics"),
  ("apple/swift-nio", "2.101.2", ["Network"], "NIOCore NIOHTTP1 NIOPosix NIOEmbedded"),
  ("apple/swift-nio-ssl.git", "2.37.6", ["Network"], "NIOSSL"),
  (
    "swift-server/swift-service-lifecycle", "2.13.0", ["Network"], "ServiceLifecycle UnixSignals"
  ),
  ("apple/swift-crypto", "4.5.2", ["Network", "Postgres"], "Crypto"),
]

// The targets by their folders: a row for each, with the targets and products that it needs.
let tables: KeyValuePairs<String, String> = [
  // Files for one user alone: below the engine and the services, and of neither.
  "Sources/Files": """
  PrivateFiles:
  PrivateSQLite: PrivateFiles GRDB
  """,
  // Days and amounts in words, the engine, and what is built on it: its questions as JSON
  // Schema, its testing kit, its logging.
  "Sources/Flowline": """
  Days: Money
  AmountWords: Money
  Flowline: AmountWords Days Money PrivateFiles
  FlowlineSchema: Days Flowline Money
  FlowlineTesting: Flowline Money
  FlowlineLogging: Flowline Logging
  """,
  // Sessions kept in a database.
  "Sources/Stores": """
  FlowlineSQLite: Flowline PrivateFiles PrivateSQLite GRDB GRDBSQLite
  FlowlinePostgres: CLibPQ Days Flowline Crypto
  """,
  // The terminal, lines of JSON, a host of many sessions, the web, the command line.
  "Sources/FrontEnds": """
  // The arguments of any command, a sandbox's, too.
  CommandArguments:
  CLibEditShims: CLibEdit
  FlowlineLock: CLibCrypt
  FlowlineTerminal: CLibEdit CLibEditShims Days Flowline FlowlineLock Money PrivateFiles
  FlowlineMessages: Flowline
  FlowlineJSONLines: Flowline FlowlineMessages FlowlineSchema
  FlowlineHost: Flowline PrivateFiles Metrics
  FlowlineWeb: Days Flowline FlowlineHost FlowlineLock FlowlineMessages FlowlineSchema Money Crypto
    Hummingbird Logging NIOCore ServiceLifecycle
  FlowlineMCP: Flowline FlowlineHost FlowlineMessages FlowlineSchema FlowlineWeb Crypto Hummingbird
    Logging NIOCore
  FlowlineProgram: CommandArguments FlowlineTerminal FlowlineJSONLines Flowline FlowlineSchema
    ArgumentParser
  """,
  // What any client or sandbox of an online service needs.
  "Sources/Services": """
  ServiceBasics: PrivateFiles
  ServiceStorage: PrivateSQLite ServiceBasics GRDB
  ServiceOrders: ServiceBasics ServiceStorage GRDB
  DataSets: ServiceBasics
  DataSetsSQLite: DataSets ServiceBasics ServiceStorage Crypto GRDB
  ServerConnections: HummingbirdCore Logging NIOCore NIOHTTP1
  SandboxKit: ServerConnections ServiceBasics ServiceStorage Crypto GRDB Hummingbird HummingbirdCore
    Logging NIOCore ServiceLifecycle
  ServiceCalls: ServiceBasics AsyncHTTPClient Crypto NIOCore NIOHTTP1 NIOPosix NIOSSL
  """,
  // Accounts, goals, round-ups; a bank in a file; its API over HTTP: words, client, data sets,
  // sandbox.
  "Sources/Bank": """
  Bank: Money ServiceBasics
  EmbeddedBank: Bank Money ServiceBasics ServiceStorage GRDB
  StarlingAPI: ServiceBasics
  BankClient: Bank Money ServiceBasics ServiceCalls ServiceOrders ServiceStorage StarlingAPI
  BankServices: Bank DataSets ServiceBasics
  BankSandbox: Bank EmbeddedBank Money SandboxKit ServiceBasics StarlingAPI Logging ServiceLifecycle
  """,
  // The rules of bookkeeping; the words of a service's API, a client, the same over HTTP, such a
  // service, a sandbox.
  "Sources/Books": """
  Books: Days Money
  FreeAgentAPI: Days Money ServiceBasics
  BooksClient: Books DataSets Days FreeAgentAPI Money ServiceBasics ServiceOrders
  BooksHTTP: BooksClient DataSets FreeAgentAPI ServiceBasics ServiceCalls
  EmbeddedBooks: Books Days FreeAgentAPI Money ServiceBasics ServiceStorage GRDB
  BooksSandbox: Days EmbeddedBooks FreeAgentAPI SandboxKit ServiceBasics Logging ServiceLifecycle
  """,
  // Commands, and what they share: samples, banks and books with an address, the programs'
  // options. `FlowlineCommand` links no network code: what has an address is reached by its
  // companion beside it.
  "Sources/Commands": """
  SampleBank: Bank EmbeddedBank Flowline ServiceBasics
  SampleBooks: BooksClient EmbeddedBooks Flowline FreeAgentAPI ServiceBasics ServiceOrders
  BankConnection: Flowline Bank BankClient BankServices DataSetsSQLite ServiceBasics ServiceCalls
    ServiceOrders
  BooksConnection: BooksClient BooksHTTP DataSets DataSetsSQLite Flowline FreeAgentAPI ServiceBasics
    ServiceCalls ServiceOrders
  BankProgram: FlowlineProgram FlowlineTerminal Flowline Bank BankFlows BooksClient BooksFlows
    SampleBank SampleBooks ServiceBasics ArgumentParser
  FlowlineCommand: BankProgram FlowlineProgram FlowlineTerminal Flowline ArgumentParser
  OnlineCommand: BankProgram FlowlineProgram FlowlineTerminal Flowline Bank BankClient
    BankConnection BankFlows BooksClient BooksConnection BooksFlows BooksHTTP ServiceBasics
    ServiceCalls ArgumentParser
  ServeCommand: Bank BankClient BankConnection BankFlows BooksClient BooksConnection BooksFlows
    BooksHTTP BankServices CommandArguments Flowline FlowlineHost FlowlineMCP FlowlinePostgres
    FlowlineSQLite FlowlineWeb SampleBank SampleBooks ServerConnections ServiceBasics ServiceCalls
    ServiceOrders ArgumentParser Hummingbird Logging Metrics ServiceLifecycle UnixSignals
  SandboxCommand: BankSandbox Bank BooksSandbox CommandArguments EmbeddedBank EmbeddedBooks
    FreeAgentAPI SandboxKit ServiceBasics ArgumentParser Logging ServiceLifecycle UnixSignals
  """,
  "Sources/Benchmarks": """
  Measuring:
  EngineBenchmarks: Flowline
  SQLiteBenchmarks: Flowline FlowlineSQLite GRDB
  HostBenchmarks: Flowline FlowlineHost FlowlinePostgres FlowlineSQLite FlowlineWeb Measuring GRDB
    Hummingbird Logging
  BooksBenchmarks: Books BooksClient DataSets DataSetsSQLite Days EmbeddedBooks FreeAgentAPI
    Measuring Money SampleBooks ServiceBasics ServiceCalls ServiceOrders
  """,
  // The flows of a family, one folder a feature; and the steps of flows at any service.
  "Flows": """
  ServiceSteps: Flowline ServiceBasics
  BankFlows: Flowline Bank BankServices DataSets Days Money ServiceBasics ServiceSteps
  BooksFlows: Books BooksClient Days Flowline FreeAgentAPI Money ServiceBasics ServiceSteps
  """,
  "Samples": """
  Greeting: Flowline
  Book: FlowlineProgram Flowline
  Approval: FlowlineProgram Flowline
  Onboarding: FlowlineProgram Flowline CLibCrypt Days Money
  Raffle: FlowlineProgram Flowline
  JSONLines: FlowlineProgram Flowline Bank BankFlows SampleBank ArgumentParser
  WebApp: Flowline FlowlineHost FlowlineSQLite FlowlineWeb Hummingbird NIOCore ServiceLifecycle
  """,
  // What tests share, and the tests, whose names end so.
  "Tests": """
  // What any test may share: temporary folders, seeded numbers, gates, programs that run beside it.
  // It needs nothing, and no network above all.
  TestSupport:
  // Screens of somebody else's: written with the public API alone.
  OwnScreens: Flowline FlowlineTesting
  // Opens sessions as another process does: to hold them, to be killed, to meet a full medium.
  StoreProbe: Flowline FlowlineSQLite
  // Servers on loopback that misbehave as a test wants.
  ServiceTestSupport: SandboxKit ServiceBasics ServiceCalls NIOCore NIOPosix NIOSSL
  // Uses a log-in as another process does: to renew it at once with others, and to be killed.
  LogInProbe: ServiceBasics ServiceCalls
  // Moments, currencies and ids of a bank's, from their texts; an account, and what is done with it.
  BankTestSupport: Bank EmbeddedBank Money ServiceBasics
  // What the bank's API promises, as documents, and whether answers keep it.
  BankDocuments: SandboxKit
  // Days, numbers and addresses of the books', from their texts.
  BooksTestSupport: Days FreeAgentAPI Money
  // Turns instead of threads, a clock, a store in memory.
  DataSetTesting: DataSets ServiceBasics TestSupport
  // The sandbox in a test's own process.
  SandboxTestSupport: BankSandbox EmbeddedBank AsyncHTTPClient NIOCore
  // Sessions of flows as tests of any family walk them, and stores of sessions between a test and others.
  FlowTestSupport: Flowline FlowlineTesting
  // Answers prompts of the line editor and writes down what came; driven by Tests/Terminal.
  LineEditorProbe: FlowlineTerminal
  // Runs tests that are written in Python.
  PythonSessions: TestSupport
  PrivateFilesTests: PrivateFiles TestSupport
  MoneyTests: Money TestSupport
  DaysTests: Days
  AmountWordsTests: AmountWords Money TestSupport
  FlowlineTests: Flowline FlowlineSchema Days Money OwnScreens TestSupport
  FlowlineJSONLinesTests: FlowTestSupport FlowlineJSONLines Flowline FlowlineTesting OwnScreens
    TestSupport
  FlowlineHostTests: FlowTestSupport FlowlineHost Flowline FlowlineSQLite TestSupport
  FlowlineWebTests: FlowTestSupport Bank BankFlows BooksFlows Days Flowline FlowlineHost
    FlowlineLock FlowlineTesting FlowlineWeb Money OwnScreens SampleBank SampleBooks ServiceBasics
    TestSupport Hummingbird HummingbirdTesting NIOCore
  FlowlineMCPTests: BankFlows BooksFlows Days FlowTestSupport Flowline FlowlineHost FlowlineMCP
    FlowlineSchema FlowlineTesting FlowlineWeb Money OwnScreens SampleBank TestSupport Hummingbird
    HummingbirdTesting NIOCore
  FlowlineTestingTests: Flowline FlowlineTesting OwnScreens TestSupport
  StoreTests: Flowline FlowlineSQLite FlowlineTesting TestSupport StoreProbe GRDB
  PostgresStoreTests: FlowlinePostgres Flowline FlowlineHost FlowlineTesting TestSupport
  FlowlineLoggingTests: Flowline FlowlineLogging Logging InMemoryLogging
  ServiceBasicsTests: ServiceBasics TestSupport
  // One order, and all orders of events of two machines.
  ServiceOrdersTests: ServiceBasics ServiceOrders ServiceStorage TestSupport GRDB
  ServiceStorageTests: ServiceBasics ServiceStorage TestSupport GRDB
  ServiceCallsTests: LogInProbe SandboxKit ServiceBasics ServiceCalls ServiceTestSupport TestSupport
    NIOSSL
  BankTests: Bank EmbeddedBank Money ServiceBasics BankTestSupport TestSupport GRDB
  StarlingAPITests: StarlingAPI ServiceBasics BankDocuments SandboxKit TestSupport
  BooksTests: Books Days Money BooksTestSupport TestSupport
  FreeAgentAPITests: FreeAgentAPI Books Days Money ServiceBasics BooksTestSupport TestSupport
  EmbeddedBooksTests: EmbeddedBooks FreeAgentAPI Books Days Money ServiceBasics BooksTestSupport
    TestSupport GRDB
  BooksSandboxTests: BooksSandbox EmbeddedBooks FreeAgentAPI PythonSessions SandboxCommand
    SandboxKit ServiceBasics ServiceCalls ServiceTestSupport TestSupport
  DataSetsTests: DataSetTesting DataSets ServiceBasics
  DataSetsSQLiteTests: DataSetTesting DataSetsSQLite DataSets ServiceBasics TestSupport GRDB
  BankServicesTests: DataSetTesting BankServices DataSets Bank EmbeddedBank Money ServiceBasics
    BankTestSupport
  SandboxKitTests: ServerConnections SandboxKit ServiceBasics ServiceCalls ServiceTestSupport
    TestSupport NIOCore NIOEmbedded NIOHTTP1 NIOPosix
  BankSandboxTests: BankSandbox SandboxCommand SandboxKit StarlingAPI Bank EmbeddedBank Money
    ServerConnections ServiceBasics SandboxTestSupport BankDocuments BankTestSupport TestSupport
    AsyncHTTPClient NIOCore NIOHTTP1 NIOPosix
  // The client against the sandbox, over sockets; what every bank must do; faults.
  BankClientTests: BankClient BankSandbox StarlingAPI Bank EmbeddedBank Money ServiceBasics
    ServiceCalls ServiceOrders ServiceTestSupport SandboxTestSupport BankTestSupport TestSupport
    Crypto GRDB NIOCore NIOPosix
  // A service of the test's own, and what flows tell of it.
  ServiceStepsTests: FlowTestSupport Flowline ServiceBasics ServiceSteps
  BooksFlowsTests: Books BooksClient BooksFlows BooksTestSupport Days EmbeddedBooks FlowTestSupport
    Flowline FlowlineTesting FreeAgentAPI Money SampleBooks ServiceBasics ServiceSteps TestSupport
  // The client of the API without a network.
  BooksHTTPTests: BooksClient BooksHTTP DataSets FreeAgentAPI Money ServiceBasics ServiceCalls
    ServiceOrders TestSupport
  // Books over HTTP: flows and command against the sandbox.
  BooksOnlineTests: Books BooksClient BooksConnection BooksFlows BooksHTTP BooksSandbox Days
    EmbeddedBooks FlowTestSupport Flowline FlowlineCommand FreeAgentAPI Money OnlineCommand
    PythonSessions SandboxCommand ServiceBasics ServiceCalls TestSupport
  FlowsTests: FlowTestSupport Flowline FlowlineTesting Bank BankServices DataSetTesting DataSets
    Money BankFlows EmbeddedBank SampleBank ServiceBasics ServiceSteps TestSupport
  // The whole app: flows over client and sandbox, in one process, with sockets between them.
  RoundUpAppTests: BankFlows BankConnection BankClient BankSandbox BankServices Bank DataSets
    DataSetsSQLite EmbeddedBank Flowline FlowlineTesting Money SandboxKit ServiceBasics ServiceCalls
    ServiceOrders SandboxTestSupport BankTestSupport TestSupport AsyncHTTPClient GRDB NIOCore
    NIOHTTP1
  FlowlineTerminalTests: FlowTestSupport FlowlineLock FlowlineTerminal FlowlineTesting Flowline Money
    LineEditorProbe OwnScreens PythonSessions TestSupport
  CommandTests: BankProgram CommandArguments FlowTestSupport FlowlineCommand FlowlineProgram
    FlowlineTerminal Flowline TestSupport ArgumentParser
  // Type at the built command and look at it, walk the built server's pages, disturb a cluster of
  // it, and run what documents print: all in Python, in folders that are no targets.
  SessionTests: FlowlineCommand JSONLines Onboarding OnlineCommand PythonSessions SandboxCommand
    ServeCommand TestSupport
  // Files as code, through the plugin itself.
  EmbeddedFilesTests:
  LocaleDataCutterTests: LocaleDataCutter TestSupport
  // Reads every catalogue, and checks what a machine can of the guide to the voice.
  VoiceTests:
  SamplesTests: Flowline FlowlineTesting BankFlows SampleBank Approval Book Greeting JSONLines
    Onboarding Raffle WebApp TestSupport AsyncHTTPClient NIOCore NIOHTTP1
  """,
]

// Targets whose folders have another name.
let folders = [
  "BankFlows": "Bank", "BooksFlows": "Books", "RoundUpAppTests": "RoundUpApp",
  "VoiceTests": "Voice",
]

let executables = words(
  """
  FlowlineCommand OnlineCommand ServeCommand SandboxCommand EngineBenchmarks SQLiteBenchmarks
  HostBenchmarks BooksBenchmarks Greeting Book Approval Onboarding JSONLines Raffle WebApp StoreProbe
  LogInProbe LineEditorProbe
  """)

// Targets with texts, or with other files that are built into them.
let embedding = words(
  """
  AmountWords Approval BankConnection BankFlows BankProgram BooksConnection BooksFlows
  EmbeddedFilesTests Flowline FlowlineMCP FlowlineProgram FlowlineTerminal FlowlineWeb Onboarding
  Raffle SampleBank ServiceSteps
  """)

// The features of flows, each with its texts and its scripts.
let bankFeatures = words("Account Accounts BankSteps CreateGoal Goal RoundUp")
let bookFeatures = words("Approve Email Expenses Explain Home")

// What lies in a target's folder and is none of its code.
let excluded: [String: [String]] = [
  "LocaleDataCutterTests": ["EveryLocale"],
  "BankFlows": bankFeatures.map { "\($0)/Scripts" },
  "BooksFlows": bookFeatures.map { "\($0)/Scripts" },
  "JSONLines": ["README.md", "walk_round_up.py"],
  "BooksOnlineTests": ["Sessions"], "BooksSandboxTests": ["Sessions"],
  "FlowlineTerminalTests": ["Snapshots"], "FlowlineTestingTests": ["Scripts"],
]

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// The words of a text.
func words(_ text: String) -> [String] {
  text.split(whereSeparator: \.isWhitespace).map { String($0) }
}

/// A product of another package, with its traits, or a target of this one.
func dependency(_ name: String) -> Target.Dependency {
  guard let package = packages.first(where: { words($0.products).contains(name) }) else {
    return .byName(name: name)
  }
  let file = package.name.split(separator: "/").last ?? ""
  return .product(
    name: name, package: String(file.hasSuffix(".git") ? file.dropLast(4) : file),
    condition: package.traits.isEmpty ? nil : .when(traits: package.traits))
}

/// Reads a table.
///
/// A row has a name, a colon, and what the target needs. What has no colon belongs to the row above; a
/// line that begins with `//` is for people.
func rows(_ table: String) -> [(name: String, needs: [Target.Dependency])] {
  var rows: [(name: String, needs: [Target.Dependency])] = []
  for line in table.split(separator: "\n") where !line.hasPrefix("//") {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    // What is neither would be added to the row above, and nobody would miss its target.
    precondition(
      parts.count == 2 || parts.count == 1 && !rows.isEmpty, "Package.swift: no row: \(line)")
    if parts.count == 2 { rows.append((parts[0], [])) }
    rows[rows.count - 1].needs += words(parts[parts.count - 1]).map { dependency($0) }
  }
  return rows
}

/// The targets of a table, whose folders are in a folder.
func targets(_ table: String, in folder: String) -> [Target] {
  rows(table).map { name, needs in
    let (path, exclude) = ("\(folder)/\(folders[name] ?? name)", excluded[name] ?? [])
    let plugins: [Target.PluginUsage]? = embedding.contains(name) ? ["EmbeddedFiles"] : nil
    if name.hasSuffix("Tests") {
      return .testTarget(
        name: name, dependencies: needs, path: path, exclude: exclude, swiftSettings: settings,
        plugins: plugins)
    }
    return executables.contains(name)
      ? .executableTarget(
        name: name, dependencies: needs, path: path, exclude: exclude, swiftSettings: settings,
        plugins: plugins)
      : .target(
        name: name, dependencies: needs, path: path, exclude: exclude, swiftSettings: settings,
        plugins: plugins)
  }
}

precondition(
  Set(executables + embedding).isSubset(of: tables.flatMap { rows($0.value).map(\.name) }),
  "Package.swift: a target without a row")

let package = Package(
  name: "flowline",
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
    .plugin(name: "EmbeddedFiles", targets: ["EmbeddedFiles"]),
    .executable(name: "flowline", targets: ["FlowlineCommand"]),
    .executable(name: "flowline-online", targets: ["OnlineCommand"]),
    .executable(name: "flowline-jsonl", targets: ["JSONLines"]),
    .executable(name: "flowline-sandbox", targets: ["SandboxCommand"]),
    .executable(name: "flowline-serve", targets: ["ServeCommand"]),
  ],
  traits: traits,
  dependencies: packages.map { .package(url: "https://github.com/\($0.name)", from: $0.from) },
  targets: [
    // Texts and other files as code.
    .plugin(
      name: "EmbeddedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"],
      path: "Sources/Building/EmbeddedFiles"),
    .executableTarget(
      name: "FileEmbedder", path: "Sources/Building/FileEmbedder", swiftSettings: settings),
    // What programs need of ICU's data.
    .executableTarget(
      name: "LocaleDataCutter", path: "Sources/Building/LocaleDataCutter",
      exclude: ["locale-data.sh"], swiftSettings: settings),
    // Exact amounts.
    .target(name: "Money", swiftSettings: settings),
    .systemLibrary(
      name: "CLibEdit", path: "Sources/FrontEnds/CLibEdit", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"])]),
    .systemLibrary(
      name: "CLibCrypt", path: "Sources/FrontEnds/CLibCrypt", providers: [.apt(["libcrypt-dev"])]),
    .systemLibrary(
      name: "CLibPQ", path: "Sources/Stores/CLibPQ", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]),
  ] + tables.flatMap { targets($1, in: $0) },
  swiftLanguageModes: [.v6]
)

// Its main function is the fuzzer's, so that an ordinary build could not link it: see `make fuzz`.
if Context.environment["FLOWLINE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "ScriptFuzz", dependencies: ["Flowline"], path: "Tests/ScriptFuzz",
      exclude: ["script.dict"], swiftSettings: settings))
}
