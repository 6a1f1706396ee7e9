import FoundationEssentials
import FreeAgentAPI
import GRDB
import ServiceBasics

/// The members of a record that nothing follows from: kept as one text, answered as they are.
struct Details: DatabaseValueConvertible {
  var members: [String: FreeAgent.JSON]

  init(_ members: [String: FreeAgent.JSON] = [:]) { self.members = members }

  /// JSON with sorted members.
  var databaseValue: DatabaseValue {
    // What was read from JSON can be written as JSON.
    ((try? CanonicalJSON.text(members)) ?? "{}").databaseValue
  }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Details? {
    guard let text = String.fromDatabaseValue(value) else { return nil }
    return (try? CanonicalJSON.value(text)).map { Details($0) }
  }
}

extension FreeAgent.Record {
  /// Makes a record of a row's details; what else it has is set afterwards.
  init(details row: Row, _ build: (inout Self) throws -> Void) rethrows {
    self.init()
    members = (row["details"] as Details).members
    try build(&self)
  }
}
