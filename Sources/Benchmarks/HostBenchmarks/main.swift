import FlowlineSQLite
import Foundation

// What a host of many sessions holds: HostBenchmarks [answers | walk N [IN-MEMORY] | park N | serve].
//
//     answers       durable answers of sessions at once, beside bare inserts
//     walk N M      so many sessions walked at once, at most M of them in memory
//     park N        so many sessions that nobody calls: what they cost, and the first answer
//     serve         what web_load.py puts load on

let words = Array(CommandLine.arguments.dropFirst())
let counts = words.dropFirst().compactMap { Int($0) }
let folder = FileManager.default.temporaryDirectory.appending(path: "flowline-host-\(UUID())").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
let bench = try Bench(in: folder)
switch (words.first, counts.first) {
case (nil, _), ("answers", nil): try await bench.compareAnswers()
case ("walk", let count?): try await bench.walk(count, inMemory: counts.last ?? count)
case ("park", let count?): try await bench.park(count)
case ("serve", nil): try await bench.serve()
default: print("usage: HostBenchmarks [answers | walk N [IN-MEMORY] | park N | serve]")
}
await bench.store.close()
