import Flowline
import FlowlineLogging
import Logging

// The examples of FlowlineLogging, and of Observing, which names it, as they are printed, with what
// they need around them.

private enum LoggingExamples {
  struct Counter: Sendable {
    func increment(by name: String) {}
  }

  static func observe(_ controller: FlowController, _ counter: Counter) async -> SessionOptions {
    let observation = controller.observe { event in print(event) }

    for await event in controller.events() { counter.increment(by: event.kind.name) }

    var options = SessionOptions()
    options.observer = FlowLogger(Logger(label: "shop")).log  // the module FlowlineLogging
    observation.cancel()
    return options
  }

  static func options() -> SessionOptions {
    var options = SessionOptions()
    options.observer = FlowLogger(Logger(label: "shop")).log
    return options
  }

  static func observe(_ controller: FlowController) {
    controller.observe(FlowLogger(Logger(label: "shop")).log)
  }
}
