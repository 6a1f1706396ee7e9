import Flowline
import FlowlineJSONLines
import Foundation

// The examples of FlowlineJSONLines, as they are printed, with what they need around them.

private enum JSONLinesExamples {
  static func program(of catalog: FlowCatalog) {
    signal(SIGPIPE, SIG_IGN)
    let end = JSONLinesFrontEnd("greeter") { _ in catalog }.run()
    exit(end.isOver && end.isWritten ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
