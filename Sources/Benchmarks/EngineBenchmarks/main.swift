import Glibc

/// Measures the engine's rows of the budget, each beside its bare operation, and prints a table.
///
/// ```text
/// EngineBenchmarks [--million] [NAME...]     all benchmarks, or these
/// EngineBenchmarks costs [NAME...]           how costs grow with their size, all or these
/// EngineBenchmarks --profile NAME [--bare]   one side again and again, for a profiler
/// EngineBenchmarks --answers N               a kept session answered so many times
/// EngineBenchmarks --resume FOLDER ID        a kept session resumed, answered and left
/// ```
///
/// Memory comes first, before anything else has left its marks on the heap.
func makeBenchmarks(_ arguments: Set<String>) -> [any Benchmark] {
  let isProfile = arguments.contains("--profile")
  let suspended = arguments.contains("--million") ? 1_000_000 : isProfile ? 1000 : 100_000
  return [
    SuspendedFlowBenchmark(count: suspended), LongSessionBenchmark(), StepBenchmark(),
    TenStepFlowBenchmark(),
    RebuildBenchmark(), ReplayBenchmark(), StartsAndEndsBenchmark(), DurableAnswerBenchmark(),
    ResumedProcessBenchmark(),
  ]
}

let words = Array(CommandLine.arguments.dropFirst())
if words.first == "--answers", words.count == 2, let count = Int(words[1]) {
  try DurableAnswerBenchmark.answer(count)
  exit(0)
}
if words.first == "--resume", words.count == 3 {
  try ResumedProcessBenchmark.resume(words[2], in: words[1])
  exit(0)
}

if words.first == "costs" {
  let names = words.dropFirst()
  let unknown = names.filter { name in !Cost.all.contains { $0.name == name } }
  guard unknown.isEmpty else {
    print("no cost is called \(unknown); known: \(Cost.all.map(\.name))")
    exit(2)
  }
  let table = CostTable()
  for cost in Cost.all where names.isEmpty || names.contains(cost.name) { table.add(cost) }
  exit(0)
}

let arguments = Set(CommandLine.arguments.dropFirst())
let benchmarks = makeBenchmarks(arguments)
let wanted = arguments.filter { !$0.hasPrefix("--") }
let unknown = wanted.subtracting(benchmarks.map(\.name))
guard unknown.isEmpty else {
  print("no benchmark is called \(unknown.sorted()); known: \(benchmarks.map(\.name))")
  exit(2)
}
let chosen = benchmarks.filter { wanted.isEmpty || wanted.contains($0.name) }

if arguments.contains("--profile") {
  for benchmark in chosen {
    guard let benchmark = benchmark as? any TimedBenchmark else {
      _ = benchmark.measure()
      continue
    }
    let body = arguments.contains("--bare") ? benchmark.bare : benchmark.subject
    for _ in 0..<20 { body() }
  }
} else {
  let table = Table()
  for benchmark in chosen { table.add(benchmark.measure()) }
}
