import FlowlineProgram

/// The command `flowline`.
@main
enum Main {
  static func main() { RootCommand.main() }
}
