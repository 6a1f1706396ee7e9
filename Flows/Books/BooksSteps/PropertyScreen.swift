import BooksClient
import Flowline
import FreeAgentAPI

/// Asks a landlord which property something was for, by its number: the service has no list of them.
///
/// - Parameter before: what was answered before.
func propertyScreen(_ before: BookID<FreeAgent.Property>?) -> some Screen<String> {
  TextScreen("property", length: 1...64, default: before?.text).texts(in: sharedTexts)
    .refusing("no-number") { BookID<FreeAgent.Property>($0) == nil }
}
