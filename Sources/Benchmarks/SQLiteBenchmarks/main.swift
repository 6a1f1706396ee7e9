import Flowline
import FlowlineSQLite
import FoundationEssentials
import GRDB
import Glibc

/// Measures the store of a database, each figure beside its bare operation.
///
/// ```text
/// SQLiteBenchmarks                a durable answer beside a bare insert
/// SQLiteBenchmarks --many N       so many sessions in one file: begun, opened, answered, listed
/// SQLiteBenchmarks --files N      the same in the store of files
/// SQLiteBenchmarks --answers N    a kept session answered so many times
/// ```
let words = Array(CommandLine.arguments.dropFirst())
let folder = "\(FileManager.default.temporaryDirectory.path)/flowline-\(UUID().uuidString)"
let count = words.count == 2 ? Int(words[1]) : nil
switch (words.first, count) {
case (nil, _): try compareAnswers(in: folder)
case ("--many", let count?):
  try keepMany(count, in: SQLiteStore(path: "\(folder)/sessions.sqlite"))
case ("--files", let count?): try keepMany(count, in: FileStore(folder: folder))
case ("--answers", let count?):
  let session = try KeptSession(in: SQLiteStore(path: "\(folder)/sessions.sqlite"))
  for _ in 0..<count { session.answer() }
default:
  print("usage: SQLiteBenchmarks [--many N | --files N | --answers N]")
  exit(2)
}
try? FileManager.default.removeItem(atPath: folder)
