import Flowline
import FlowlineSQLite
import FoundationEssentials

/// A session kept in a store that can be answered without end.
final class KeptSession {
  private struct Counting: Flow {
    let id: FlowID = "counting"

    func run(_ context: FlowContext) async throws -> Int {
      var sum = 0
      while true { sum += try await context.run(NumberScreen("number", "A number?")) }
    }
  }

  let id = UUID()
  private let controller = FlowController()

  init(in store: SQLiteStore) throws {
    controller.start(
      Counting(),
      SessionOptions(environment: .current, record: try store.begin(id)))
    answer()
  }

  func answer() {
    precondition(controller.answer(5) == .accepted, "the answer was not kept")
  }

  /// How many bytes an answer adds to the record.
  var bytesAnswer: Int {
    let before = controller.journal.text.utf8.count
    answer()
    return controller.journal.text.utf8.count - before
  }

  deinit { controller.terminate() }
}
