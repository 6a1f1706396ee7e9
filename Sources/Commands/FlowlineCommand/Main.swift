import FlowlineProgram

/// The command `flowline`.
@main
enum Main {
  static func main() {
    FlowProgram("flowline", version: "0.1.0", options: OnlineOptions.self).main()
  }
}
