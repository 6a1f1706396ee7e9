// swift-tools-version: 6.2
import PackageDescription

// What other packages may link, each a target of its own name.
let libraries = [
  "Money", "Days", "Flowline", "FlowlineSchema", "FlowlineTerminal", "FlowlineJSONLines",
  "FlowlineHost", "FlowlineWeb", "FlowlineProgram", "FlowlineSQLite", "FlowlineTesting",
  "FlowlineLogging", "ServiceBasics", "ServiceStorage", "ServiceCalls", "ServiceOrders", "Bank",
  "EmbeddedBank", "StarlingAPI", "BankClient", "DataSets", "DataSetsSQLite", "BankServices",
  "ServerConnections", "SandboxKit", "BankSandbox", "BankFlows", "Books", "FreeAgentAPI",
  "BooksClient", "BooksFlows", "EmbeddedBooks", "BooksSandbox",
]

// What is fetched only with a trait: an adopter without traits resolves swift-argument-parser and no
// more. All are on by default, for this package's own commands and tests.
let traits: Set<Trait> = [
  .trait(name: "SQLite", description: "Sessions, a bank and copies in SQLite files."),
  .trait(name: "Logging", description: "Events as lines of swift-log."),
  .trait(
    name: "Network", description: "Services over HTTP, and sandboxes of them.",
    enabledTraits: ["SQLite", "Logging"]),
  .default(enabledTraits: ["Network"]),
]

func product(_ name: String, of package: String, _ trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
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
let crypto = product("Crypto", of: "swift-crypto", "Network")
let serviceLifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle", "Network")
let unixSignals = product("UnixSignals", of: "swift-service-lifecycle", "Network")
let asyncHTTPClient = product("AsyncHTTPClient", of: "async-http-client", "Network")
let hummingbird = product("Hummingbird", of: "hummingbird", "Network")
let metrics = product("Metrics", of: "swift-metrics", "Network")
let hummingbirdTesting = product("HummingbirdTesting", of: "hummingbird", "Network")
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird", "Network")

// The features of the flows at a bank, each with its texts and its scripts.
let flowFolders = ["Account", "Accounts", "BankSteps", "CreateGoal", "Goal", "RoundUp"]
// The same at a company's books.
let bookFolders = ["Approve", "Email", "Expenses", "Explain"]

let package = Package(
  name: "flowline",
  products: libraries.map { .library(name: $0, targets: [$0]) } + [
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
    // Money: exact amounts.
    .target(name: "Money"),

    // Flowline: days and amounts in words, the engine, and what is built on it: its questions as
    // JSON Schema, its testing kit, its logging.
    .target(name: "Days"),
    .target(
      name: "AmountWords", dependencies: ["Money"],
      resources: [.embedInCode("AmountWords.xcstrings")]),
    .target(
      name: "Flowline", dependencies: ["AmountWords", "Days", "Money"],
      resources: [.embedInCode("Texts/Flowline.xcstrings")]),
    .target(name: "FlowlineSchema", dependencies: ["Days", "Flowline", "Money"]),
    .target(name: "FlowlineTesting", dependencies: ["Flowline"]),
    .target(name: "FlowlineLogging", dependencies: ["Flowline", logging]),

    // Stores: sessions kept in a database.
    .target(name: "FlowlineSQLite", dependencies: ["Flowline", grdb]),

    // Front ends: the terminal, lines of JSON, a host of many sessions.
    .systemLibrary(name: "CLibEdit", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .target(name: "CLibEditShims", dependencies: ["CLibEdit"]),
    .target(
      name: "FlowlineTerminal",
      dependencies: ["CLibEdit", "CLibEditShims", "Days", "Flowline", "Money"],
      resources: [.embedInCode("Texts/Terminal.xcstrings")]),
    .target(name: "FlowlineMessages", dependencies: ["Flowline", "FlowlineSchema"]),
    .target(
      name: "FlowlineJSONLines", dependencies: ["Flowline", "FlowlineMessages", "FlowlineSchema"]),
    .target(name: "FlowlineHost", dependencies: ["Flowline", metrics]),
    .target(
      name: "FlowlineWeb",
      dependencies: [
        "Days", "Flowline", "FlowlineHost", "FlowlineMessages", "FlowlineSchema", "Money",
        hummingbird, logging, nioCore, serviceLifecycle,
      ],
      resources: [
        .embedInCode("Assets/flowline.css"), .embedInCode("Assets/flowline.js"),
        .embedInCode("Assets/flowline.svg"), .embedInCode("Texts/Web.xcstrings"),
      ]),

    // Services: what any client or sandbox of an online service needs.
    .target(name: "ServiceBasics"),
    .target(name: "ServiceStorage", dependencies: ["ServiceBasics", grdb]),
    .target(name: "ServiceOrders", dependencies: ["ServiceBasics", "ServiceStorage", grdb]),
    .target(name: "DataSets", dependencies: ["ServiceBasics"]),
    .target(
      name: "DataSetsSQLite",
      dependencies: ["DataSets", "ServiceBasics", "ServiceStorage", crypto, grdb]),
    .target(
      name: "ServerConnections", dependencies: [hummingbirdCore, logging, nioCore, nioHTTP1]),
    .target(
      name: "SandboxKit",
      dependencies: [
        "ServerConnections", "ServiceBasics", "ServiceStorage", crypto, grdb, hummingbird, logging,
        nioCore, nioHTTP1, serviceLifecycle,
      ]),
    .target(
      name: "ServiceCalls",
      dependencies: [
        "ServiceBasics", asyncHTTPClient, crypto, nioCore, nioHTTP1, nioPosix, nioSSL,
      ]),

    // Bank: accounts, goals, round-ups; a bank in a file; the bank's API over HTTP: its words, a client,
    // data services over it, and a sandbox.
    .target(name: "Bank", dependencies: ["Money", "ServiceBasics"]),
    .target(
      name: "EmbeddedBank",
      dependencies: ["Bank", "Money", "ServiceBasics", "ServiceStorage", grdb]),
    .target(name: "StarlingAPI", dependencies: ["ServiceBasics"]),
    .target(
      name: "BankClient",
      dependencies: [
        "Bank", "Money", "ServiceBasics", "ServiceCalls", "ServiceOrders", "ServiceStorage",
        "StarlingAPI",
      ]),
    .target(name: "BankServices", dependencies: ["Bank", "DataSets", "Money", "ServiceBasics"]),
    .target(
      name: "BankSandbox",
      dependencies: [
        "Bank", "EmbeddedBank", "Money", "SandboxKit", "ServiceBasics", "StarlingAPI", logging,
        serviceLifecycle,
      ]),

    // Books: the rules of bookkeeping; the words of a bookkeeping service's API, and such a service.
    .target(name: "Books", dependencies: ["Days", "Money"]),
    .target(name: "FreeAgentAPI", dependencies: ["Days", "Money", "ServiceBasics"]),
    .target(
      name: "BooksClient",
      dependencies: [
        "Books", "Days", "FreeAgentAPI", "Money", "ServiceBasics", "ServiceOrders",
      ]),
    .target(
      name: "EmbeddedBooks",
      dependencies: [
        "Books", "Days", "FreeAgentAPI", "Money", "ServiceBasics", "ServiceStorage", grdb,
      ]),
    .target(
      name: "BooksSandbox",
      dependencies: [
        "Days", "EmbeddedBooks", "FreeAgentAPI", "SandboxKit", "ServiceBasics", logging,
        serviceLifecycle,
      ]),

    // Flows at a bank, one folder a feature.
    .target(
      name: "BankFlows",
      dependencies: [
        "Flowline", "Bank", "BankServices", "DataSets", "Days", "Money", "ServiceBasics",
      ],
      path: "Flows/Bank",
      exclude: flowFolders.map { "\($0)/Scripts" },
      resources: flowFolders.map { .embedInCode("\($0)/\($0).xcstrings") }),

    .target(
      name: "BooksFlows",
      dependencies: [
        "Books", "BooksClient", "Days", "Flowline", "FreeAgentAPI", "Money", "ServiceBasics",
      ],
      path: "Flows/Books",
      exclude: bookFolders.map { "\($0)/Scripts" },
      resources: (bookFolders + ["BooksSteps", "LogIn"]).map {
        .embedInCode("\($0)/\($0).xcstrings")
      }),

    // The command line over them.
    .target(
      name: "FlowlineProgram",
      dependencies: [
        "FlowlineTerminal", "FlowlineJSONLines", "Flowline", "FlowlineSchema", argumentParser,
      ],
      resources: [.embedInCode("Texts/Program.xcstrings")]),

    // Commands, and what they share: banks that flows are given, the embedded one with a sample's
    // accounts and one with an address; the options of programs over the bank's flows.
    .target(
      name: "SampleBank", dependencies: ["Bank", "EmbeddedBank", "Flowline", "ServiceBasics"],
      resources: [.embedInCode("SampleBank.xcstrings")]),
    .target(
      name: "SampleBooks",
      dependencies: [
        "BooksClient", "EmbeddedBooks", "Flowline", "FreeAgentAPI", "ServiceBasics",
        "ServiceOrders",
      ]),
    .target(
      name: "BankConnection",
      dependencies: [
        "Flowline", "Bank", "BankClient", "BankServices", "DataSetsSQLite", "ServiceBasics",
        "ServiceCalls", "ServiceOrders",
      ],
      resources: [.embedInCode("BankConnection.xcstrings")]),
    .target(
      name: "BooksConnection",
      dependencies: [
        "BooksClient", "Flowline", "FreeAgentAPI", "ServiceBasics", "ServiceCalls",
        "ServiceOrders",
      ],
      resources: [.embedInCode("BooksConnection.xcstrings")]),
    .target(
      name: "BankProgram",
      dependencies: [
        "FlowlineProgram", "FlowlineTerminal", "Flowline", "Bank", "BankFlows", "BooksClient",
        "BooksFlows", "SampleBank", "SampleBooks", "ServiceBasics", argumentParser,
      ],
      resources: [.embedInCode("BankProgram.xcstrings")]),
    // Links no network code; a bank with an address is reached by its companion beside it.
    .executableTarget(
      name: "FlowlineCommand",
      dependencies: [
        "BankProgram", "FlowlineProgram", "FlowlineTerminal", "Flowline", argumentParser,
      ]),
    .executableTarget(
      name: "OnlineCommand",
      dependencies: [
        "BankProgram", "FlowlineProgram", "FlowlineTerminal", "Flowline", "Bank", "BankClient",
        "BankConnection", "BankFlows", "BooksClient", "BooksConnection", "BooksFlows",
        "ServiceBasics", "ServiceCalls", argumentParser,
      ]),
    .executableTarget(
      name: "ServeCommand",
      dependencies: [
        "Bank", "BankClient", "BankConnection", "BankFlows", "BooksFlows", "BankServices",
        "Flowline",
        "FlowlineHost", "FlowlineSQLite", "FlowlineWeb", "SampleBank", "SampleBooks",
        "ServerConnections",
        "ServiceBasics", "ServiceCalls", argumentParser, hummingbird, logging, serviceLifecycle,
        unixSignals,
      ]),
    .executableTarget(
      name: "SandboxCommand",
      dependencies: [
        "BankSandbox", "Bank", "BooksSandbox", "EmbeddedBank", "EmbeddedBooks", "FreeAgentAPI",
        "SandboxKit", "ServiceBasics", argumentParser, logging, serviceLifecycle, unixSignals,
      ]),

    // Benchmarks.
    .executableTarget(name: "EngineBenchmarks", dependencies: ["Flowline"]),
    .executableTarget(
      name: "SQLiteBenchmarks", dependencies: ["Flowline", "FlowlineSQLite", grdb]),
    .executableTarget(
      name: "HostBenchmarks",
      dependencies: [
        "Flowline", "FlowlineHost", "FlowlineSQLite", "FlowlineWeb", grdb, hummingbird, logging,
      ]),

    // Samples.
    .executableTarget(name: "Greeting", dependencies: ["Flowline"], path: "Samples/Greeting"),
    .executableTarget(
      name: "Book", dependencies: ["FlowlineProgram", "Flowline"], path: "Samples/Book"),
    .executableTarget(
      name: "Approval", dependencies: ["FlowlineProgram", "Flowline"], path: "Samples/Approval",
      resources: [.embedInCode("Approval.xcstrings")]),
    .executableTarget(
      name: "Onboarding", dependencies: ["FlowlineProgram", "Flowline", "Days", "Money"],
      path: "Samples/Onboarding", resources: [.embedInCode("Onboarding.xcstrings")],
      linkerSettings: [.linkedLibrary("crypt")]),
    .executableTarget(
      name: "JSONLines",
      dependencies: [
        "Flowline", "FlowlineJSONLines", "Bank", "BankClient", "BankConnection", "BankFlows",
        "BankServices", "EmbeddedBank", "SampleBank",
      ],
      path: "Samples/JSONLines", exclude: ["README.md", "walk_round_up.py"]),

    // Tests. TestSupport is what any of them may share: temporary folders, seeded numbers, gates,
    // programs that run beside them. It needs nothing, and no network above all.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "MoneyTests", dependencies: ["Money", "TestSupport"]),
    .testTarget(name: "DaysTests", dependencies: ["Days"]),
    .testTarget(name: "AmountWordsTests", dependencies: ["AmountWords", "Money", "TestSupport"]),
    // Screens of somebody else's: written with the public API alone.
    .target(
      name: "OwnScreens", dependencies: ["Flowline", "FlowlineTesting"], path: "Tests/OwnScreens"),
    .testTarget(
      name: "FlowlineTests",
      dependencies: ["Flowline", "FlowlineSchema", "Days", "Money", "OwnScreens", "TestSupport"]),
    .testTarget(
      name: "FlowlineJSONLinesTests",
      dependencies: ["FlowlineJSONLines", "Flowline", "FlowlineTesting", "OwnScreens"]),
    .testTarget(
      name: "FlowlineHostTests", dependencies: ["FlowlineHost", "Flowline", "TestSupport"]),
    .testTarget(
      name: "FlowlineWebTests",
      dependencies: [
        "Bank", "BankFlows", "BooksFlows", "Flowline", "FlowlineHost", "FlowlineTesting",
        "FlowlineWeb", "Money", "OwnScreens", "SampleBank", "SampleBooks", "ServiceBasics",
        "TestSupport", hummingbird, hummingbirdTesting, nioCore,
      ]),
    .testTarget(
      name: "FlowlineTestingTests",
      dependencies: ["Flowline", "FlowlineTesting", "OwnScreens", "TestSupport"],
      exclude: ["Scripts"]),
    // Opens sessions as another process does: to hold them, to be killed, to meet a full medium.
    .executableTarget(
      name: "StoreProbe", dependencies: ["Flowline", "FlowlineSQLite"], path: "Tests/StoreProbe"),
    .testTarget(
      name: "StoreTests",
      dependencies: [
        "Flowline", "FlowlineSQLite", "FlowlineTesting", "TestSupport", "StoreProbe", grdb,
      ]),
    .testTarget(
      name: "FlowlineLoggingTests",
      dependencies: ["Flowline", "FlowlineLogging", logging, inMemoryLogging]),
    .testTarget(name: "ServiceBasicsTests", dependencies: ["ServiceBasics", "TestSupport"]),
    // One order, and all orders of events of two machines.
    .testTarget(
      name: "ServiceOrdersTests",
      dependencies: ["ServiceBasics", "ServiceOrders", "ServiceStorage", "TestSupport", grdb]),
    .testTarget(
      name: "ServiceStorageTests",
      dependencies: ["ServiceBasics", "ServiceStorage", "TestSupport", grdb]),
    // Servers on loopback that misbehave as a test wants.
    .target(
      name: "ServiceTestSupport",
      dependencies: ["SandboxKit", "ServiceBasics", "ServiceCalls", nioCore, nioPosix, nioSSL],
      path: "Tests/ServiceTestSupport"),
    // Uses a log-in as another process does: to renew it at once with others, and to be killed.
    .executableTarget(
      name: "LogInProbe", dependencies: ["ServiceBasics", "ServiceCalls"],
      path: "Tests/LogInProbe"),
    .testTarget(
      name: "ServiceCallsTests",
      dependencies: [
        "LogInProbe", "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceTestSupport",
        "TestSupport", nioSSL,
      ]),
    .testTarget(
      name: "BankTests",
      dependencies: [
        "Bank", "EmbeddedBank", "Money", "ServiceBasics", "BankTestSupport", "TestSupport", grdb,
      ]),
    // Moments, currencies and ids of a bank's, from their texts.
    .target(
      name: "BankTestSupport", dependencies: ["Money", "ServiceBasics"],
      path: "Tests/BankTestSupport"),
    .testTarget(
      name: "StarlingAPITests", dependencies: ["StarlingAPI", "ServiceBasics", "TestSupport"]),
    .testTarget(name: "BooksTests", dependencies: ["Books", "Days", "Money", "TestSupport"]),
    .testTarget(
      name: "FreeAgentAPITests",
      dependencies: ["FreeAgentAPI", "Books", "Days", "Money", "ServiceBasics", "TestSupport"]),
    .testTarget(
      name: "EmbeddedBooksTests",
      dependencies: [
        "EmbeddedBooks", "FreeAgentAPI", "Books", "Days", "Money", "ServiceBasics", "TestSupport",
        grdb,
      ]),
    .testTarget(
      name: "BooksSandboxTests",
      dependencies: [
        "BooksSandbox", "EmbeddedBooks", "FreeAgentAPI", "PythonSessions", "SandboxCommand",
        "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceTestSupport", "TestSupport",
      ],
      exclude: ["Sessions"]),
    // What tests of data sets share: turns instead of threads, a clock, a store in memory.
    .target(
      name: "DataSetTesting", dependencies: ["DataSets", "ServiceBasics", "TestSupport"],
      path: "Tests/DataSetTesting"),
    .testTarget(
      name: "DataSetsTests", dependencies: ["DataSetTesting", "DataSets", "ServiceBasics"]),
    .testTarget(
      name: "DataSetsSQLiteTests",
      dependencies: [
        "DataSetTesting", "DataSetsSQLite", "DataSets", "ServiceBasics", "TestSupport", grdb,
      ]),
    .testTarget(
      name: "BankServicesTests",
      dependencies: [
        "DataSetTesting", "BankServices", "DataSets", "Bank", "EmbeddedBank", "Money",
        "ServiceBasics", "BankTestSupport",
      ]),
    .testTarget(
      name: "SandboxKitTests",
      dependencies: [
        "ServerConnections", "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceTestSupport",
        "TestSupport", nioCore, nioEmbedded, nioHTTP1, nioPosix,
      ]),
    // The sandbox in a test's own process.
    .target(
      name: "SandboxTestSupport", dependencies: ["BankSandbox", "EmbeddedBank"],
      path: "Tests/SandboxTestSupport"),
    .testTarget(
      name: "BankSandboxTests",
      dependencies: [
        "BankSandbox", "SandboxCommand", "SandboxKit", "StarlingAPI", "Bank", "EmbeddedBank",
        "Money", "ServerConnections", "ServiceBasics", "SandboxTestSupport", "BankTestSupport",
        "TestSupport", asyncHTTPClient, nioCore, nioHTTP1, nioPosix,
      ]),
    // The client against the sandbox, over sockets; what every bank must do; faults.
    .testTarget(
      name: "BankClientTests",
      dependencies: [
        "BankClient", "BankSandbox", "StarlingAPI", "Bank", "EmbeddedBank", "Money",
        "ServiceBasics", "ServiceCalls", "ServiceOrders", "ServiceTestSupport",
        "SandboxTestSupport", "BankTestSupport", "TestSupport", crypto, grdb,
      ]),
    // Sessions of flows as tests of any family walk them.
    .target(
      name: "FlowTestSupport", dependencies: ["Flowline"], path: "Tests/FlowTestSupport"),
    .testTarget(
      name: "BooksFlowsTests",
      dependencies: [
        "Books", "BooksClient", "BooksFlows", "Days", "EmbeddedBooks", "FlowTestSupport",
        "Flowline", "FlowlineTesting", "FreeAgentAPI", "Money", "SampleBooks", "ServiceBasics",
        "TestSupport",
      ]),
    // Books over HTTP: client, flows and command against the sandbox.
    .testTarget(
      name: "BooksOnlineTests",
      dependencies: [
        "Books", "BooksClient", "BooksConnection", "BooksFlows", "BooksSandbox", "EmbeddedBooks",
        "FlowTestSupport", "Flowline", "FlowlineCommand", "FreeAgentAPI", "Money", "OnlineCommand",
        "PythonSessions", "SandboxCommand", "ServiceBasics", "ServiceCalls", "TestSupport",
      ],
      exclude: ["Sessions"]),
    .testTarget(
      name: "FlowsTests",
      dependencies: [
        "FlowTestSupport", "Flowline", "FlowlineTesting", "Bank", "BankServices", "DataSetTesting",
        "DataSets",
        "Money", "BankFlows", "EmbeddedBank", "SampleBank", "ServiceBasics", "TestSupport",
      ]),
    // The whole app: flows over client and sandbox, in one process, with sockets between them.
    .testTarget(
      name: "RoundUpAppTests",
      dependencies: [
        "BankFlows", "BankConnection", "BankClient", "BankSandbox", "BankServices", "Bank",
        "DataSets", "DataSetsSQLite", "EmbeddedBank", "Flowline", "FlowlineTesting", "Money",
        "SampleBank", "SandboxKit", "ServiceBasics", "ServiceCalls", "ServiceOrders",
        "SandboxTestSupport", "BankTestSupport", "TestSupport", asyncHTTPClient, grdb, nioCore,
        nioHTTP1,
      ],
      path: "Tests/RoundUpApp"),
    // Answers prompts of the line editor and writes down what came; driven by Tests/Terminal.
    .executableTarget(
      name: "LineEditorProbe", dependencies: ["FlowlineTerminal"], path: "Tests/LineEditorProbe"),
    // Runs tests that are written in Python.
    .target(name: "PythonSessions", dependencies: ["TestSupport"], path: "Tests/PythonSessions"),
    .testTarget(
      name: "FlowlineTerminalTests",
      dependencies: [
        "FlowlineTerminal", "Flowline", "Money", "LineEditorProbe", "OwnScreens", "PythonSessions",
        "TestSupport",
      ],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "BankProgram", "FlowlineCommand", "FlowlineProgram", "FlowlineTerminal", "Flowline",
        argumentParser,
      ]),
    // Types at the built command and pipes into it; the sessions are in Python.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "FlowlineCommand", "OnlineCommand", "JSONLines", "SandboxCommand", "PythonSessions",
      ],
      path: "Tests/EndToEnd",
      exclude: [
        "flowline.py", "sandbox.py", "schema.py", "test_bank_file.py", "test_banks.py",
        "test_commands.py", "test_companion.py", "test_crashes.py", "test_exits.py",
        "test_files.py", "test_front_ends.py", "test_holds.py", "test_keeping.py",
        "test_leaving.py", "test_looks.py", "test_messages.py", "test_open_orders.py",
        "test_programs.py", "test_replays.py", "test_resumes.py", "test_runs.py",
        "test_sandbox_day.py", "test_shells.py", "test_terminals.py", "test_walks.py",
      ]),
    // Walks the built server's pages without a script, and calls its API.
    .testTarget(
      name: "WebSessionTests",
      dependencies: ["PythonSessions", "SandboxCommand", "ServeCommand"],
      path: "Tests/Web",
      exclude: [
        "Features", "browser.py", "chromium.py", "contract.py", "customers.py", "fuzz.py",
        "gallery.py", "hostile.py", "killing.py", "mutations.py", "scripts.py", "server.py",
        "test_faults.py", "test_hostile.py", "test_own_bank.py", "test_pages.py", "tools.sh",
        "walks.py", "wire.py",
      ]),
    // Looks at the built command through a virtual terminal; the walks are in Python.
    .testTarget(
      name: "ScreenTests", dependencies: ["FlowlineCommand", "Onboarding", "PythonSessions"],
      path: "Tests/Screen",
      exclude: [
        "Snapshots", "emulator.py", "screens.py", "session.py", "snapshots.py",
        "test_create_goal.py", "test_emulator.py", "test_files.py", "test_kinds.py",
        "test_prompt.py", "test_round_up.py",
      ]),
    // Runs what README and articles print; the sessions are in Python.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "FlowlineCommand", "JSONLines", "Onboarding", "OnlineCommand", "SandboxCommand",
        "PythonSessions",
      ],
      path: "Tests/Documentation",
      exclude: [
        "documents.py", "outside.py", "runs.py", "test_documents.py", "test_outside.py",
        "test_printed.py",
      ]),
    // Reads every catalogue, and checks what a machine can of the guide to the voice.
    .testTarget(name: "VoiceTests", path: "Tests/Voice"),
    .testTarget(
      name: "SamplesTests",
      dependencies: [
        "Flowline", "FlowlineTesting", "BankFlows", "SampleBank", "Approval", "Book", "Greeting",
        "JSONLines", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Its main function is the fuzzer's, so that an ordinary build could not link it: see `make fuzz`.
if Context.environment["FLOWLINE_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "ScriptFuzz", dependencies: ["Flowline"], path: "Tests/ScriptFuzz",
      exclude: ["script.dict"]))
}

// The families in `Sources`: each of their folders is a target of its own name.
let families = [
  "Flowline": [
    "Days", "AmountWords", "Flowline", "FlowlineSchema", "FlowlineTesting", "FlowlineLogging",
  ],
  "Stores": ["FlowlineSQLite"],
  "FrontEnds": [
    "CLibEdit", "CLibEditShims", "FlowlineTerminal", "FlowlineMessages", "FlowlineJSONLines",
    "FlowlineHost", "FlowlineWeb", "FlowlineProgram",
  ],
  "Services": [
    "ServiceBasics", "ServiceStorage", "ServiceOrders", "DataSets", "DataSetsSQLite",
    "ServerConnections", "SandboxKit", "ServiceCalls",
  ],
  "Bank": ["Bank", "EmbeddedBank", "StarlingAPI", "BankClient", "BankServices", "BankSandbox"],
  "Books": ["Books", "FreeAgentAPI", "BooksClient", "EmbeddedBooks", "BooksSandbox"],
  "Commands": [
    "SampleBank", "SampleBooks", "BankConnection", "BooksConnection", "BankProgram",
    "FlowlineCommand", "OnlineCommand", "ServeCommand", "SandboxCommand",
  ],
  "Benchmarks": ["EngineBenchmarks", "SQLiteBenchmarks", "HostBenchmarks"],
]
for (family, names) in families {
  for target in package.targets where names.contains(target.name) {
    target.path = "Sources/\(family)/\(target.name)"
  }
}

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
