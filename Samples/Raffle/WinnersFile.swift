import Flowline
import Foundation

/// Those who take part in a raffle: the lines of a text file, each name once.
struct NameList: Codable {
  let all: [String]
  /// The names that are in the file more than once.
  let repeated: [String]

  init(at path: String) throws(FileProblem) {
    let text = try TextFile(at: path).read()
    var (all, repeated): ([String], [String]) = ([], [])
    for line in text.split(whereSeparator: \.isNewline) {
      let name = line.trimmingCharacters(in: .whitespaces)
      if name.isEmpty { continue }
      if !all.contains(name) {
        all.append(name)
      } else if !repeated.contains(name) {
        repeated.append(name)
      }
    }
    (self.all, self.repeated) = (all, repeated)
  }
}

/// The file that winners are published in: the key of their list, and a line for each of them.
///
/// That a list is drawn once holds within one process: two that write at the same moment need a lock.
struct WinnersFile {
  private let file: TextFile

  /// The file of a list's winners.
  init(beside list: String) { file = TextFile(at: list + ".winners") }

  var name: String { file.name }

  /// Publishes winners once; for a key that was seen before, it returns the winners of then.
  ///
  /// - Returns: who has won; nil if the file has the winners of another list, and nothing was written.
  /// - Throws: `CommitNotSent` if nothing was written.
  func publish(_ winners: [String], as key: IdempotencyKey) throws(CommitNotSent) -> [String]? {
    do {
      guard file.exists else {
        let lines = ["# \(key)"] + winners
        try file.write(lines.map { $0 + "\n" }.joined())
        return winners
      }
      let lines = try file.read().split(separator: "\n").map { String($0) }
      return lines.first == "# \(key)" ? Array(lines.dropFirst()) : nil
    } catch {
      throw CommitNotSent(error)
    }
  }
}
