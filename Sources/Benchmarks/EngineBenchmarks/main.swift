import Flowline
import FoundationEssentials

struct CountingFlow: Flow {
  let id: FlowID = "counting"
  let steps: Int

  func run(_ context: FlowContext) async throws -> Int {
    var sum = 0
    for _ in 0..<steps { sum += try await context.run(NumberScreen("number", "A number?")) }
    return sum
  }
}

let options = SessionOptions(environment: .current, session: UUID())

if CommandLine.arguments.contains("profile") {
  for _ in 0..<30000 {
    let controller = FlowController()
    controller.start(CountingFlow(steps: 10), options)
    for _ in 0..<10 { controller.answer(5) }
  }
} else {
  let tenSteps = Measurement(operations: 1000) {
    for _ in 0..<1000 {
      let controller = FlowController()
      controller.start(CountingFlow(steps: 10), options)
      for _ in 0..<10 { controller.answer(5) }
    }
  } bare: {
    for _ in 0..<1000 {
      let steps = BareSteps()
      steps.start(10)
      for _ in 0..<10 { steps.resume(5) }
    }
  }
  print("ten", tenSteps)
  let step = Measurement(operations: 20000) {
    let controller = FlowController()
    controller.start(CountingFlow(steps: 20000), options)
    for _ in 0..<20000 { controller.answer(5) }
  } bare: {
    let steps = BareSteps()
    steps.start(20000)
    for _ in 0..<20000 { steps.resume(5) }
  }
  print("step", step)
}
