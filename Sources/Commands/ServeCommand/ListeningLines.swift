import Foundation
import Synchronization

/// The lines that say on standard output where a server listens, printed once all of its ports do.
final class ListeningLines: Sendable {
  private let lines: Mutex<[Int: String]> = Mutex([:])
  private let count: Int

  /// - Parameter count: how many ports there are.
  init(count: Int) {
    self.count = count
  }

  /// Notes a port that listens.
  ///
  /// - Parameters:
  ///   - position: the place of its line, from 0.
  ///   - text: the line, such as “listening on http://127.0.0.1:8080”.
  func note(_ position: Int, _ text: String) {
    lines.withLock { lines in
      lines[position] = text
      guard lines.count == count else { return }
      for position in 0..<count {
        print("flowline-serve: \(lines[position] ?? "")")
      }
      fflush(nil)
    }
  }
}
