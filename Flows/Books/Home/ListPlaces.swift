import BooksClient
import FreeAgentAPI
import Synchronization

/// At which page each list was left, so that it is entered there again.
///
/// The body of the flow that is entered first makes them, and hands them on to the sections and lists behind it:
/// they last for as long as it runs. A body that runs again, over a journal or after going back, makes them anew,
/// so that lists are at the pages that the journal says.
final class ListPlaces: Sendable {
  /// A list that has pages.
  enum List: Hashable, Sendable {
    case transactions(of: BookID<FreeAgent.BankAccount>)
    case documents(DocumentList)
    case contacts
  }

  private let pages = Mutex<[List: Int]>([:])

  /// Where a list is entered, with no visits counted yet; setting it keeps the page alone.
  subscript(list: List) -> ListPlace {
    get { ListPlace(page: pages.withLock { $0[list] } ?? 1) }
    set { pages.withLock { $0[list] = newValue.page } }
  }
}
