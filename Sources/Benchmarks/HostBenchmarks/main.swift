import Flowline
import Foundation

// What a host of many sessions holds:
//
//     HostBenchmarks answers             durable answers of sessions at once, beside bare inserts
//     HostBenchmarks walk N [IN-MEMORY]  so many sessions walked at once, so many of them in memory
//     HostBenchmarks park N              so many sessions that nobody calls: what they cost, and the
//                                        first answer
//     HostBenchmarks load CLIENTS SECONDS  so many clients, each answering a session of its own
//     HostBenchmarks serve               what web_load.py puts load on
//
// They are in a file that is removed behind it; walk, park and load also in a database that
// `--store postgres://…` names.

let usage = """
  usage: HostBenchmarks answers | serve
         HostBenchmarks walk N [IN-MEMORY] | park N | load CLIENTS SECONDS [--store postgres://...]
  """
var words = Array(CommandLine.arguments.dropFirst())
var address: String?
if let place = words.firstIndex(of: "--store"), words.indices.contains(place + 1) {
  address = words[place + 1]
  words.removeSubrange(place...place + 1)
}
let counts = words.dropFirst().compactMap { Int($0) }.filter { $0 > 0 }
let folder = FileManager.default.temporaryDirectory.appending(path: "flowline-host-\(UUID())").path
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: folder) }
let store =
  if let address { try await BenchStore(at: address) } else { try BenchStore(in: folder) }
let bench = Bench(store: store)
switch (words.first, counts, store) {
case ("answers", [], .file(let store)): try await bench.compareAnswers(in: store)
case ("serve", [], .file(let store)):
  try await bench.serve(besideInsertsIn: store, in: folder)
case ("walk", let counts, _) where [1, 2].contains(counts.count):
  try await bench.walk(counts[0], inMemory: counts.last ?? counts[0])
case ("park", let counts, _) where counts.count == 1: try await bench.park(counts[0])
case ("load", let counts, _) where counts.count == 2:
  try await bench.load(counts[0], for: counts[1])
default: print(usage)
}
await store.journals.close()
