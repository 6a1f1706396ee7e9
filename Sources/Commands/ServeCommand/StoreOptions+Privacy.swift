import FlowlinePostgres
import ServiceBasics

/// The folder and the files that nobody else may change or read.
extension StoreOptions {
  /// Makes the data folder for this user alone if there is none; otherwise checks the one that exists.
  ///
  /// Others who could put files in it could put tokens, PINs and sessions of their own there.
  ///
  /// - Throws: a ``ServeFailure`` if it cannot be made, belongs to another user, or others can change it.
  func prepareFolder() throws {
    do throws(PrivacyError) {
      try PrivateFolder.prepare(data, rule: .listable)
    } catch {
      throw ServeFailure("the data folder \(error)", status: 1)
    }
  }

  /// The key in a file that only its owner may read; the file may be a link to such a one.
  ///
  /// - Throws: a ``ServeFailure`` if it cannot be read, others can read it, or it has another length.
  static func key(at path: String) throws -> [UInt8] {
    let bytes: [UInt8]
    do throws(PrivacyError) {
      bytes = try PrivateFile.read(path, upTo: JournalKeys.length + 1)
    } catch {
      throw ServeFailure("the key file \(error)", status: 1)
    }
    guard bytes.count == JournalKeys.length else {
      throw ServeFailure(
        """
        \(path) has not \(JournalKeys.length) bytes. \
        Make a key with: head -c \(JournalKeys.length) /dev/urandom > FILE
        """, status: 1)
    }
    return bytes
  }
}
