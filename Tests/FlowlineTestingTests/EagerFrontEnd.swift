import Flowline
import FlowlineTesting
import Synchronization

/// Acts from inside the call that shows it a prompt, and types everything.
final class EagerPresenter: Presenter {
  private let inputs: Mutex<[Walk.Input]>
  private let controller = Mutex<FlowController?>(nil)

  init(_ inputs: [Walk.Input]) {
    self.inputs = Mutex(inputs)
  }

  func present(_ prompt: Prompt) {
    var isRefused = true
    while isRefused, let input = inputs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      isRefused = input == .answer("name", "")
      let controller = controller.withLock { $0 }
      switch input {
      case .answer(_, let answer): controller?.answer(answer)
      case .page(let fields): controller?.fill(fields)
      case .back: controller?.back()
      case .cancel: controller?.cancel()
      case .gone: controller?.gone()
      }
    }
  }

  func walk(_ walk: Walk) throws -> String {
    let controller = FlowController(presenter: self)
    self.controller.withLock { $0 = controller }
    defer { self.controller.withLock { $0 = nil } }
    try walk.catalog()[walk.flow]?.start(in: controller, walk.options)
    return controller.journal.text
  }
}

extension FrontEnd {
  static let eager = FrontEnd("eager") { walk in try EagerPresenter(walk.inputs).walk(walk) }
}
