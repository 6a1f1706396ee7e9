import BankProgram
import FlowlineProgram

/// The companion of `flowline` that reaches a bank by its address.
///
/// It is called what `flowline` is called, since that is the command that people type.
@main
enum Main {
  static func main() {
    FlowProgram("flowline", version: version, options: OnlineOptions.self).main()
  }
}
