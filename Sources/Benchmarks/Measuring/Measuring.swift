import Foundation
import Glibc

/// How many seconds something takes.
package func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let began = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - began) / .seconds(1)
}

/// What the process holds of the machine's memory, in bytes, once the allocator has returned what it does
/// not need.
package var residentBytes: Int {
  // `malloc_trim` is not in the module map of the C library.
  typealias Trim = @convention(c) (Int) -> Int32
  if let symbol = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(symbol, to: Trim.self)(0) }
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return (pages?.dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}

extension [Double] {
  /// The value that so many of a hundred are below.
  package func percentile(_ percent: Int) -> Double { sorted()[(count - 1) * percent / 100] }

  package var median: Double { percentile(50) }
}

/// Seconds as milliseconds, a ratio and the like, to a readable number of digits.
package func text(_ value: Double) -> String {
  value.formatted(.number.precision(.significantDigits(2...3)).grouping(.never))
}

/// A whole number with its thousands apart.
package func text(_ count: Int) -> String {
  count.formatted(.number.locale(Locale(identifier: "en_GB")))
}

/// Prints a line at once.
package func report(_ line: String) {
  print(line)
  fflush(nil)
}
