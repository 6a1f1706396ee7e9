import BooksFlows
import Flowline
import FlowlineTesting
import FoundationEssentials
import SampleBooks
import Testing

/// Replays every script under `Flows/Books`: from its record, and live at the sample’s books.
struct ScriptTests {
  @Test(arguments: try ScriptCase.all(in: "../../Flows/Books"))
  func `replays from its record`(script: ScriptCase) {
    script.expectMatch(.recorded) { environment in
      BooksFlows.catalog(SampleBooks.lazy(in: environment))
    }
  }

  @Test(arguments: try ScriptCase.all(in: "../../Flows/Books"))
  func `replays live`(script: ScriptCase) {
    script.expectMatch(.live) { environment in
      BooksFlows.catalog(SampleBooks.lazy(in: environment))
    }
  }
}
