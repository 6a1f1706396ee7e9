import BooksClient
import Flowline
import FreeAgentAPI

/// Asks a landlord which property something was for, by its number, if the properties cannot be listed.
///
/// - Parameter before: what was answered before.
func propertyNumberScreen(_ before: BookID<FreeAgent.Property>?) -> some Screen<String> {
  TextScreen("property", length: 1...64, default: before?.text).texts(in: sharedTexts)
    .help(sharedTexts("property.by-number"))
    .refusing("no-number") { BookID<FreeAgent.Property>($0) == nil }
}
