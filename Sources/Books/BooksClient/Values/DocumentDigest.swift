import FreeAgentAPI
import Money

/// Tells two states of a document apart by all that it says: its lines, its texts, its terms, its VAT.
///
/// It is an FNV-1a hash of 64 bits: two states that differ have the same one by an accident alone, and it
/// guards no secret. Source: draft-eastlake-fnv.
struct DocumentDigest {
  /// The digest, in hexadecimal.
  var text: String { String(hash, radix: 16) }

  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Reads the members that records of the kind have; another member of the record itself, which only a later
  /// version of the service answers, is passed over, as nobody knows whether it changes by itself.
  init<Record: FreeAgent.Document>(of record: Record) {
    let known = record.members.compactMap { name, member in
      Record.schema[name].map { (name, $0.normalised(member) ?? member) }
    }
    add(.object(Dictionary(uniqueKeysWithValues: known)))
  }

  /// What changes although the document says the same: when it was written, how many days are left, where it
  /// can be paid, what is e-mailed later by itself.
  private static let passing: Set<String> = [
    "created_at", "updated_at", "long_status", "payment_url", "send_new_invoice_emails",
    "send_reminder_emails", "send_thank_you_emails",
  ]

  /// Adds a value; what is null is the same as what is not there.
  private mutating func add(_ value: FreeAgent.JSON) {
    switch value {
    case .null: mix("null")
    case .flag(let flag): mix(flag ? "true" : "false")
    case .number(let number): mix(number.description)
    case .text(let text): mix("\"\(text)")
    case .list(let list):
      mix("[\(list.count)")
      for element in list { add(element) }
    case .object(let members):
      let said = members.filter { $0.value != .null && !Self.passing.contains($0.key) }
      mix("{\(said.count)")
      for (name, member) in said.sorted(by: { $0.key < $1.key }) {
        mix(name)
        add(member)
      }
    }
  }

  /// Adds a text, and behind it a byte that UTF-8 does not have, so that no two texts run together.
  private mutating func mix(_ text: String) {
    for byte in text.utf8 { mix(byte) }
    mix(0xff)
  }

  private mutating func mix(_ byte: UInt8) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
