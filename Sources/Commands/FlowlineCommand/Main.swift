import BankProgram
import FlowlineProgram

/// The command `flowline`.
@main
enum Main {
  static func main() {
    FlowProgram("flowline", version: version, options: FlowlineOptions.self).main()
  }
}
