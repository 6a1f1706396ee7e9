import Glibc

/// How long something takes.
func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return now() - start
}

/// How long something takes that is waited for.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = now()
  try await body()
  return now() - start
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func median(_ values: [Double]) -> String { text(of: values.sorted()[values.count / 2]) }

func text(of value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
