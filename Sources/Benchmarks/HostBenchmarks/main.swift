import Flowline
import FlowlineHost
import FlowlineSQLite
import Foundation
import GRDB

// How many durable answers a host keeps a second, beside bare inserts into the same kind of file, and
// what sessions cost that nobody calls: HostBenchmarks [how many are parked].

let parked = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let folder = FileManager.default.temporaryDirectory.appending(path: "flowline-host-\(UUID())").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
let store = try SQLiteJournalStore(path: "\(folder)/journals.sqlite")
let bench = HostBenchmark(store: store, folder: folder)
try await bench.compareAnswers()
try await bench.park(parked)
await store.close()
