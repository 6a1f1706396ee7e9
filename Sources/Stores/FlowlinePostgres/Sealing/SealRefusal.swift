import Flowline

/// Why something cannot be opened with the keys that a program was given.
enum SealRefusal {
  /// It is plain, and the key wants it sealed.
  case plain
  /// It is sealed, and the program has no key.
  case noKey
  /// The program's keys do not open it: another one sealed it, or it was changed.
  case otherKey
  /// The user's key was destroyed, or is not in a backup.
  case noUserKey
  /// The user's key does not open it there.
  case userKey
  /// A newer version of the program closed it, in a way that this one does not know.
  case newer
  /// It is nothing that was ever closed.
  case damaged

  /// Why bytes are not opened whose first one means nothing here.
  ///
  /// Those of a form to come are told by the complement behind its number, see ``Envelope``: what was damaged
  /// does not have it.
  init(unknown bytes: [UInt8]?) {
    let begin = bytes?.prefix(2) ?? []
    let isMarked = begin.count == 2 && begin.last == begin.first.map { ~$0 }
    self = isMarked ? .newer : .damaged
  }

  /// Whether the record is at fault, or what the program was given.
  var code: StoreFailure.Code {
    switch self {
    case .noKey, .otherKey: .notAllowed
    case .newer: .newerVersion
    case .plain, .noUserKey, .userKey, .damaged: .unreadable
    }
  }

  /// The end of a sentence that begins with what it is.
  var text: String {
    switch self {
    case .plain:
      "is not sealed, which the journal key does not accept; see --journal-key-accepts-plain"
    case .noKey: "is sealed, and no journal key is given; name its key with --journal-key"
    case .otherKey:
      """
      does not open with the journal keys given; if another sealed it, name that one with \
      --other-journal-key
      """
    case .noUserKey: "is sealed with the user's key, which the database does not have"
    case .userKey: "cannot be opened with the user's key"
    case .newer:
      """
      was closed by a newer version of the program; use that version, and if it does not open there \
      either, it is damaged
      """
    case .damaged: "is damaged"
    }
  }
}
