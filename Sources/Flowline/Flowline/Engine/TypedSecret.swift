/// What was typed at a sensitive step in this process.
struct TypedSecret: Hashable, Sendable {
  let path: StepPath
  /// Its number in the shell's table.
  let number: Int
}
