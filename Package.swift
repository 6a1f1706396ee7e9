// swift-tools-version: 6.2
import PackageDescription

// What other packages may link, each a target of its own name.
let libraries = [
  "Money", "Days", "Flowline", "FlowlineSchema", "FlowlineTerminal", "FlowlineJSONLines",
  "FlowlineHost", "FlowlineWeb", "FlowlineMCP", "FlowlineProgram", "FlowlineSQLite",
  "FlowlinePostgres", "FlowlineTesting", "FlowlineLogging", "ServiceBasics", "ServiceStorage",
  "ServiceCalls", "ServiceOrders", "Bank", "EmbeddedBank", "StarlingAPI", "BankClient", "DataSets",
  "DataSetsSQLite", "BankServices", "ServerConnections", "SandboxKit", "BankSandbox",
  "ServiceSteps", "BankFlows", "Books", "FreeAgentAPI", "BooksClient", "BooksFlows",
  "EmbeddedBooks", "BooksSandbox", "PrivateFiles",
]

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

func product(_ name: String, of package: String, _ traits: String...) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: Set(traits)))
}

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let grdb = product("GRDB", of: "GRDB.swift", "SQLite")
let nioCore = product("NIOCore", of: "swift-nio", "Network")
let nioHTTP1 = product("NIOHTTP1", of: "swift-nio", "Network")
let nioPosix = product("NIOPosix", of: "swift-nio", "Network")
let nioEmbedded = product("NIOEmbedded", of: "swift-nio", "Network")
let nioSSL = product("NIOSSL", of: "swift-nio-ssl", "Network")
let logging = product("Logging", of: "swift-log", "Logging")
let inMemoryLogging = product("InMemoryLogging", of: "swift-log", "Logging")
let crypto = product("Crypto", of: "swift-crypto", "Network", "Postgres")
let serviceLifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle", "Network")
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle", "Network")
let asyncHTTPClient = product("AsyncHTTPClient", of: "async-http-client", "Network")
let hummingbird = product("Hummingbird", of: "hummingbird", "Network")
let metrics = product("Metrics", of: "swift-metrics", "Network")
let hummingbirdTesting = product("HummingbirdTesting", of: "hummingbird", "Network")
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird", "Network")

/// Targets with what each needs.
typealias Targets = KeyValuePairs<String, [Target.Dependency]>

// The families in `Sources`: each of their folders is a target of its own name.
let families: KeyValuePairs<String, Targets> = [
  // Files for one user alone: below the engine and the services, and of neither.
  "Files": [
    "PrivateFiles": [],
    "PrivateSQLite": ["PrivateFiles", grdb],
  ],
  // Days and amounts in words, the engine, and what is built on it: its questions as JSON Schema, its
  // testing kit, its logging.
  "Flowline": [
    "Days": [],
    "AmountWords": ["Money"],
    "Flowline": ["AmountWords", "Days", "Money", "PrivateFiles"],
    "FlowlineSchema": ["Days", "Flowline", "Money"],
    "FlowlineTesting": ["Flowline", "Money"],
    "FlowlineLogging": ["Flowline", logging],
  ],
  // Sessions kept in a database.
  "Stores": [
    "FlowlineSQLite": ["Flowline", "PrivateFiles", "PrivateSQLite", grdb],
    "FlowlinePostgres": ["CLibPQ", "Days", "Flowline", crypto],
  ],
  // The terminal, lines of JSON, a host of many sessions, the web, the command line.
  "FrontEnds": [
    "CLibEditShims": ["CLibEdit"],
    "FlowlineLock": ["CLibCrypt"],
    "FlowlineTerminal": [
      "CLibEdit", "CLibEditShims", "Days", "Flowline", "FlowlineLock", "Money", "PrivateFiles",
    ],
    "FlowlineMessages": ["Flowline"],
    "FlowlineJSONLines": ["Flowline", "FlowlineMessages", "FlowlineSchema"],
    "FlowlineHost": ["Flowline", "PrivateFiles", metrics],
    "FlowlineWeb": [
      "Days", "Flowline", "FlowlineHost", "FlowlineLock", "FlowlineMessages", "FlowlineSchema",
      "Money", crypto, hummingbird, logging, nioCore, serviceLifecycle,
    ],
    "FlowlineMCP": [
      "Flowline", "FlowlineHost", "FlowlineMessages", "FlowlineSchema", "FlowlineWeb", crypto,
      hummingbird, logging, nioCore,
    ],
    "FlowlineProgram": [
      "FlowlineTerminal", "FlowlineJSONLines", "Flowline", "FlowlineSchema", argumentParser,
    ],
  ],
  // What any client or sandbox of an online service needs.
  "Services": [
    "ServiceBasics": ["PrivateFiles"],
    "ServiceStorage": ["PrivateSQLite", "ServiceBasics", grdb],
    "ServiceOrders": ["ServiceBasics", "ServiceStorage", grdb],
    "DataSets": ["ServiceBasics"],
    "DataSetsSQLite": ["DataSets", "ServiceBasics", "ServiceStorage", crypto, grdb],
    "ServerConnections": [hummingbirdCore, logging, nioCore, nioHTTP1],
    "SandboxKit": [
      "ServerConnections", "ServiceBasics", "ServiceStorage", crypto, grdb, hummingbird, logging,
      nioCore, nioHTTP1, serviceLifecycle,
    ],
    "ServiceCalls": [
      "ServiceBasics", asyncHTTPClient, crypto, nioCore, nioHTTP1, nioPosix, nioSSL,
    ],
  ],
  // Accounts, goals, round-ups; a bank in a file; its API over HTTP: words, client, data sets, sandbox.
  "Bank": [
    "Bank": ["Money", "ServiceBasics"],
    "EmbeddedBank": ["Bank", "Money", "ServiceBasics", "ServiceStorage", grdb],
    "StarlingAPI": ["ServiceBasics"],
    "BankClient": [
      "Bank", "Money", "ServiceBasics", "ServiceCalls", "ServiceOrders", "ServiceStorage",
      "StarlingAPI",
    ],
    "BankServices": ["Bank", "DataSets", "ServiceBasics"],
    "BankSandbox": [
      "Bank", "EmbeddedBank", "Money", "SandboxKit", "ServiceBasics", "StarlingAPI", logging,
      serviceLifecycle,
    ],
  ],
  // The rules of bookkeeping; the words of a service's API, a client, such a service, a sandbox.
  "Books": [
    "Books": ["Days", "Money"],
    "FreeAgentAPI": ["Days", "Money", "ServiceBasics"],
    "BooksClient": [
      "Books", "DataSets", "Days", "FreeAgentAPI", "Money", "ServiceBasics", "ServiceOrders",
    ],
    "EmbeddedBooks": [
      "Books", "Days", "FreeAgentAPI", "Money", "ServiceBasics", "ServiceStorage", grdb,
    ],
    "BooksSandbox": [
      "Days", "EmbeddedBooks", "FreeAgentAPI", "SandboxKit", "ServiceBasics", logging,
      serviceLifecycle,
    ],
  ],
  // Commands, and what they share: samples, banks and books with an address, the programs' options.
  // `FlowlineCommand` links no network code: what has an address is reached by its companion beside it.
  "Commands": [
    "SampleBank": ["Bank", "EmbeddedBank", "Flowline", "ServiceBasics"],
    "SampleBooks": [
      "BooksClient", "EmbeddedBooks", "Flowline", "FreeAgentAPI", "ServiceBasics", "ServiceOrders",
    ],
    "BankConnection": [
      "Flowline", "Bank", "BankClient", "BankServices", "DataSetsSQLite", "ServiceBasics",
      "ServiceCalls", "ServiceOrders",
    ],
    "BooksConnection": [
      "BooksClient", "DataSets", "DataSetsSQLite", "Flowline", "FreeAgentAPI", "ServiceBasics",
      "ServiceCalls", "ServiceOrders",
    ],
    "BankProgram": [
      "FlowlineProgram", "FlowlineTerminal", "Flowline", "Bank", "BankFlows", "BooksClient",
      "BooksFlows", "SampleBank", "SampleBooks", "ServiceBasics", argumentParser,
    ],
    "FlowlineCommand": [
      "BankProgram", "FlowlineProgram", "FlowlineTerminal", "Flowline", argumentParser,
    ],
    "OnlineCommand": [
      "BankProgram", "FlowlineProgram", "FlowlineTerminal", "Flowline", "Bank", "BankClient",
      "BankConnection", "BankFlows", "BooksClient", "BooksConnection", "BooksFlows",
      "ServiceBasics", "ServiceCalls", argumentParser,
    ],
    "ServeCommand": [
      "Bank", "BankClient", "BankConnection", "BankFlows", "BooksClient", "BooksConnection",
      "BooksFlows", "BankServices", "Flowline", "FlowlineHost", "FlowlineMCP", "FlowlinePostgres",
      "FlowlineSQLite", "FlowlineWeb", "SampleBank", "SampleBooks", "ServerConnections",
      "ServiceBasics", "ServiceCalls",
      argumentParser, hummingbird, logging, metrics, serviceLifecycle, unixSignals,
    ],
    "SandboxCommand": [
      "BankSandbox", "Bank", "BooksSandbox", "EmbeddedBank", "EmbeddedBooks", "FreeAgentAPI",
      "SandboxKit", "ServiceBasics", argumentParser, logging, serviceLifecycle, unixSignals,
    ],
  ],
  "Benchmarks": [
    "Measuring": [],
    "EngineBenchmarks": ["Flowline"],
    "SQLiteBenchmarks": ["Flowline", "FlowlineSQLite", grdb],
    "HostBenchmarks": [
      "Flowline", "FlowlineHost", "FlowlinePostgres", "FlowlineSQLite", "FlowlineWeb",
      "Measuring", grdb, hummingbird, logging,
    ],
    "BooksBenchmarks": [
      "Books", "BooksClient", "DataSets", "DataSetsSQLite", "Days", "EmbeddedBooks", "FreeAgentAPI",
      "Measuring", "Money", "SampleBooks", "ServiceBasics", "ServiceCalls", "ServiceOrders",
    ],
  ],
]

// The flows of a family, in `Flows`, one folder a feature; and the steps of flows at any service.
let flows: Targets = [
  "ServiceSteps": ["Flowline", "ServiceBasics"],
  "BankFlows": [
    "Flowline", "Bank", "BankServices", "DataSets", "Days", "Money", "ServiceBasics",
    "ServiceSteps",
  ],
  "BooksFlows": [
    "Books", "BooksClient", "Days", "Flowline", "FreeAgentAPI", "Money", "ServiceBasics",
    "ServiceSteps",
  ],
]

// In `Samples`.
let samples: Targets = [
  "Greeting": ["Flowline"],
  "Book": ["FlowlineProgram", "Flowline"],
  "Approval": ["FlowlineProgram", "Flowline"],
  "Onboarding": ["FlowlineProgram", "Flowline", "CLibCrypt", "Days", "Money"],
  "JSONLines": [
    "Flowline", "FlowlineJSONLines", "Bank", "BankClient", "BankConnection", "BankFlows",
    "BankServices", "EmbeddedBank", "SampleBank",
  ],
]

// What tests share, in `Tests`.
let helpers: Targets = [
  // What any test may share: temporary folders, seeded numbers, gates, programs that run beside it. It
  // needs nothing, and no network above all.
  "TestSupport": [],
  // Screens of somebody else's: written with the public API alone.
  "OwnScreens": ["Flowline", "FlowlineTesting"],
  // Opens sessions as another process does: to hold them, to be killed, to meet a full medium.
  "StoreProbe": ["Flowline", "FlowlineSQLite"],
  // Servers on loopback that misbehave as a test wants.
  "ServiceTestSupport": ["SandboxKit", "ServiceBasics", "ServiceCalls", nioCore, nioPosix, nioSSL],
  // Uses a log-in as another process does: to renew it at once with others, and to be killed.
  "LogInProbe": ["ServiceBasics", "ServiceCalls"],
  // Moments, currencies and ids of a bank's, from their texts.
  "BankTestSupport": ["Money", "ServiceBasics"],
  // Turns instead of threads, a clock, a store in memory.
  "DataSetTesting": ["DataSets", "ServiceBasics", "TestSupport"],
  // The sandbox in a test's own process.
  "SandboxTestSupport": ["BankSandbox", "EmbeddedBank"],
  // Sessions of flows as tests of any family walk them.
  "FlowTestSupport": ["Flowline", "FlowlineTesting"],
  // Answers prompts of the line editor and writes down what came; driven by Tests/Terminal.
  "LineEditorProbe": ["FlowlineTerminal"],
  // Runs tests that are written in Python.
  "PythonSessions": ["TestSupport"],
]

let tests: Targets = [
  "PrivateFilesTests": ["PrivateFiles", "TestSupport"],
  "MoneyTests": ["Money", "TestSupport"],
  "DaysTests": ["Days"],
  "AmountWordsTests": ["AmountWords", "Money", "TestSupport"],
  "FlowlineTests": ["Flowline", "FlowlineSchema", "Days", "Money", "OwnScreens", "TestSupport"],
  "FlowlineJSONLinesTests": ["FlowlineJSONLines", "Flowline", "FlowlineTesting", "OwnScreens"],
  "FlowlineHostTests": ["FlowlineHost", "Flowline", "FlowlineSQLite", "TestSupport"],
  "FlowlineWebTests": [
    "FlowTestSupport", "Bank", "BankFlows", "BooksFlows", "Flowline", "FlowlineHost",
    "FlowlineLock",
    "FlowlineTesting", "FlowlineWeb", "Money", "OwnScreens", "SampleBank", "SampleBooks",
    "ServiceBasics", "TestSupport", hummingbird, hummingbirdTesting, nioCore,
  ],
  "FlowlineMCPTests": [
    "BankFlows", "BooksFlows", "Days", "FlowTestSupport", "Flowline", "FlowlineHost", "FlowlineMCP",
    "FlowlineSchema",
    "FlowlineTesting", "FlowlineWeb", "Money", "OwnScreens", "SampleBank", "TestSupport",
    hummingbird, hummingbirdTesting, nioCore,
  ],
  "FlowlineTestingTests": ["Flowline", "FlowlineTesting", "OwnScreens", "TestSupport"],
  "StoreTests": [
    "Flowline", "FlowlineSQLite", "FlowlineTesting", "TestSupport", "StoreProbe", grdb,
  ],
  "PostgresStoreTests": ["FlowlinePostgres", "Flowline", "FlowlineTesting", "TestSupport"],
  "FlowlineLoggingTests": ["Flowline", "FlowlineLogging", logging, inMemoryLogging],
  "ServiceBasicsTests": ["ServiceBasics", "TestSupport"],
  // One order, and all orders of events of two machines.
  "ServiceOrdersTests": ["ServiceBasics", "ServiceOrders", "ServiceStorage", "TestSupport", grdb],
  "ServiceStorageTests": ["ServiceBasics", "ServiceStorage", "TestSupport", grdb],
  "ServiceCallsTests": [
    "LogInProbe", "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceTestSupport",
    "TestSupport", nioSSL,
  ],
  "BankTests": [
    "Bank", "EmbeddedBank", "Money", "ServiceBasics", "BankTestSupport", "TestSupport", grdb,
  ],
  "StarlingAPITests": ["StarlingAPI", "ServiceBasics", "TestSupport"],
  "BooksTests": ["Books", "Days", "Money", "TestSupport"],
  "FreeAgentAPITests": ["FreeAgentAPI", "Books", "Days", "Money", "ServiceBasics", "TestSupport"],
  "EmbeddedBooksTests": [
    "EmbeddedBooks", "FreeAgentAPI", "Books", "Days", "Money", "ServiceBasics", "TestSupport", grdb,
  ],
  "BooksSandboxTests": [
    "BooksSandbox", "EmbeddedBooks", "FreeAgentAPI", "PythonSessions", "SandboxCommand",
    "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceTestSupport", "TestSupport",
  ],
  "DataSetsTests": ["DataSetTesting", "DataSets", "ServiceBasics"],
  "DataSetsSQLiteTests": [
    "DataSetTesting", "DataSetsSQLite", "DataSets", "ServiceBasics", "TestSupport", grdb,
  ],
  "BankServicesTests": [
    "DataSetTesting", "BankServices", "DataSets", "Bank", "EmbeddedBank", "Money", "ServiceBasics",
    "BankTestSupport",
  ],
  "SandboxKitTests": [
    "ServerConnections", "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceTestSupport",
    "TestSupport", nioCore, nioEmbedded, nioHTTP1, nioPosix,
  ],
  "BankSandboxTests": [
    "BankSandbox", "SandboxCommand", "SandboxKit", "StarlingAPI", "Bank", "EmbeddedBank", "Money",
    "ServerConnections", "ServiceBasics", "SandboxTestSupport", "BankTestSupport", "TestSupport",
    asyncHTTPClient, nioCore, nioHTTP1, nioPosix,
  ],
  // The client against the sandbox, over sockets; what every bank must do; faults.
  "BankClientTests": [
    "BankClient", "BankSandbox", "StarlingAPI", "Bank", "EmbeddedBank", "Money", "ServiceBasics",
    "ServiceCalls", "ServiceOrders", "ServiceTestSupport", "SandboxTestSupport", "BankTestSupport",
    "TestSupport", crypto, grdb,
  ],
  // A service of the test's own, and what flows tell of it.
  "ServiceStepsTests": [
    "FlowTestSupport", "Flowline", "ServiceBasics", "ServiceSteps",
  ],
  "BooksFlowsTests": [
    "Books", "BooksClient", "BooksFlows", "Days", "EmbeddedBooks", "FlowTestSupport", "Flowline",
    "FlowlineTesting", "FreeAgentAPI", "Money", "SampleBooks", "ServiceBasics", "ServiceSteps",
    "TestSupport",
  ],
  // Books over HTTP: client, flows and command against the sandbox.
  "BooksOnlineTests": [
    "Books", "BooksClient", "BooksConnection", "BooksFlows", "BooksSandbox", "EmbeddedBooks",
    "FlowTestSupport", "Flowline", "FlowlineCommand", "FreeAgentAPI", "Money", "OnlineCommand",
    "PythonSessions", "SandboxCommand", "ServiceBasics", "ServiceCalls", "TestSupport",
  ],
  "FlowsTests": [
    "FlowTestSupport", "Flowline", "FlowlineTesting", "Bank", "BankServices", "DataSetTesting",
    "DataSets", "Money", "BankFlows", "EmbeddedBank", "SampleBank", "ServiceBasics", "ServiceSteps",
    "TestSupport",
  ],
  // The whole app: flows over client and sandbox, in one process, with sockets between them.
  "RoundUpAppTests": [
    "BankFlows", "BankConnection", "BankClient", "BankSandbox", "BankServices", "Bank", "DataSets",
    "DataSetsSQLite", "EmbeddedBank", "Flowline", "FlowlineTesting", "Money", "SampleBank",
    "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceOrders", "SandboxTestSupport",
    "BankTestSupport", "TestSupport", asyncHTTPClient, grdb, nioCore, nioHTTP1,
  ],
  "FlowlineTerminalTests": [
    "FlowTestSupport", "FlowlineLock", "FlowlineTerminal", "Flowline", "Money", "LineEditorProbe",
    "OwnScreens",
    "PythonSessions", "TestSupport",
  ],
  "CommandTests": [
    "BankProgram", "FlowTestSupport", "FlowlineCommand", "FlowlineProgram", "FlowlineTerminal",
    "Flowline",
    argumentParser,
  ],
  // Type at the built command and look at it, walk the built server's pages, disturb a cluster of it, and
  // run what documents print: all in Python, in folders that are no targets.
  "SessionTests": [
    "FlowlineCommand", "JSONLines", "Onboarding", "OnlineCommand", "PythonSessions",
    "SandboxCommand", "ServeCommand",
  ],
  // Files as code, through the plugin itself.
  "EmbeddedFilesTests": [],
  // Reads every catalogue, and checks what a machine can of the guide to the voice.
  "VoiceTests": [],
  "SamplesTests": [
    "Flowline", "FlowlineTesting", "BankFlows", "SampleBank", "Approval", "Book", "Greeting",
    "JSONLines", "TestSupport",
  ],
]

// Targets whose folders have another name.
let folders = [
  "BankFlows": "Bank", "BooksFlows": "Books", "RoundUpAppTests": "RoundUpApp",
  "VoiceTests": "Voice",
]

let executables: Set = [
  "FlowlineCommand", "OnlineCommand", "ServeCommand", "SandboxCommand", "EngineBenchmarks",
  "SQLiteBenchmarks", "HostBenchmarks", "BooksBenchmarks", "Greeting", "Book", "Approval",
  "Onboarding", "JSONLines", "StoreProbe", "LogInProbe", "LineEditorProbe",
]

// The features of flows, each with its texts and its scripts.
let bankFeatures = ["Account", "Accounts", "BankSteps", "CreateGoal", "Goal", "RoundUp"]
let bookFeatures = ["Approve", "Email", "Expenses", "Explain", "Home"]

// Targets with texts, or with other files that are built into them.
let embedding: Set = [
  "AmountWords", "Approval", "BankConnection", "BankFlows", "BankProgram", "BooksConnection",
  "BooksFlows", "EmbeddedFilesTests", "Flowline", "FlowlineMCP", "FlowlineProgram",
  "FlowlineTerminal", "FlowlineWeb", "Onboarding", "SampleBank", "ServiceSteps",
]
func plugins(of name: String) -> [Target.PluginUsage]? {
  embedding.contains(name) ? ["EmbeddedFiles"] : nil
}

// What lies in a target's folder and is none of its code.
let excluded: [String: [String]] = [
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

/// The targets of a folder, each with what is said of it above.
func code(_ targets: Targets, in folder: String) -> [Target] {
  targets.map { name, dependencies in
    let path = "\(folder)/\(folders[name] ?? name)"
    let exclude = excluded[name] ?? []
    return executables.contains(name)
      ? .executableTarget(
        name: name, dependencies: dependencies, path: path, exclude: exclude,
        swiftSettings: settings, plugins: plugins(of: name))
      : .target(
        name: name, dependencies: dependencies, path: path, exclude: exclude,
        swiftSettings: settings, plugins: plugins(of: name))
  }
}

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
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // Texts and other files as code.
    .plugin(
      name: "EmbeddedFiles", capability: .buildTool(), dependencies: ["FileEmbedder"],
      path: "Sources/Building/EmbeddedFiles"),
    .executableTarget(
      name: "FileEmbedder", path: "Sources/Building/FileEmbedder", swiftSettings: settings),
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
  ] + families.flatMap { code($1, in: "Sources/\($0)") } + code(flows, in: "Flows")
    + code(samples, in: "Samples") + code(helpers, in: "Tests")
    + tests.map { name, dependencies in
      .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(folders[name] ?? name)",
        exclude: excluded[name] ?? [], swiftSettings: settings, plugins: plugins(of: name))
    },
  swiftLanguageModes: [.v6]
)

// Its main function is the fuzzer's, so that an ordinary build could not link it: see `make fuzz`.
if Context.environment["FLOWLINE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "ScriptFuzz", dependencies: ["Flowline"], path: "Tests/ScriptFuzz",
      exclude: ["script.dict"], swiftSettings: settings))
}
