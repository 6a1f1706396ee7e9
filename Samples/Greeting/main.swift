import Flowline

struct Greeting: Flow {
  let id: FlowID = "greeting"

  func run(_ context: FlowContext) async throws -> String {
    let name = try await context.run(TextScreen("name", "What is your name?"))
    let cups = try await context.run(NumberScreen("cups", "How many cups of tea?", in: 1...9))
    return "Hello, \(name)! \(cups) cups of tea are on their way."
  }
}

let controller = FlowController()
let handler = FlowHandler<String>(finished: { outcome, _ in
  if case .finished(let greeting) = outcome { print(greeting) } else { print("Another time.") }
})
controller.start(Greeting(), handler: handler)

while let prompt = controller.prompt {
  print(prompt.question.text)
  guard let line = readLine() else { controller.gone(); break }
  if case .refused(let refusal) = controller.answer(.text(line)) {
    print(refusal.message.resolved(in: .current).text)
  }
}
