import FoundationEssentials
import PrivateFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of small files that only their owner reads, each made once and never changed.
package struct WriteOnceFolder: Sendable {
  package let path: String

  /// Names a folder, which is made when it is needed.
  package init(path: String) { self.path = path }

  /// The contents of a file; nil if there is none.
  ///
  /// - Throws: ``StoreFailure`` if others can change the folder or get at the file.
  package func read(_ name: String) throws(StoreFailure) -> [UInt8]? {
    let file = path + "/" + name
    do throws(PrivacyError) {
      try PrivateFolder.check(path, holding: file)
    } catch {
      if error.code == .missing { return nil }
      throw StoreFailure(error, otherwise: .unreadable)
    }
    // Most of what is looked for is not there.
    if access(file, F_OK) != 0, errno == ENOENT { return nil }
    return FileManager.default.contents(atPath: file).map { Array($0) }
  }

  /// The names of what is in it that begin with a text.
  func names(beginning prefix: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { $0.begins(with: prefix) && !$0.begins(with: ".") }.sorted()
  }

  /// Makes a file that does not exist yet, whole and durable; false if another process has made it before.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be written, or others can change the folder.
  package func make(_ name: String, _ contents: [UInt8]) throws(StoreFailure) -> Bool {
    do throws(PrivacyError) {
      try PrivateFolder.prepare(path, rule: .listable)
    } catch {
      throw StoreFailure(error, otherwise: .unwritable)
    }
    do throws(FileFault) {
      return try WholeFile.make("\(path)/\(name)", with: contents)
    } catch {
      throw StoreFailure(error, otherwise: .unwritable)
    }
  }

  /// The contents of a file, which is made first if it does not exist.
  package func readOrMake(
    _ name: String, _ contents: @autoclosure () -> [UInt8]
  ) throws(StoreFailure) -> [UInt8] {
    if let known = try read(name) { return known }
    let new = contents()
    if try make(name, new) { return new }
    guard let known = try read(name) else {
      throw StoreFailure(.unreadable, at: "\(path)/\(name)", "it cannot be read")
    }
    return known
  }

  /// Removes a file durably, if there is one.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be removed.
  package func remove(_ name: String) throws(StoreFailure) {
    let file = "\(path)/\(name)"
    guard unlink(file) == 0 else {
      let fault = FileFault(errno, at: file)
      if fault.code == ENOENT { return }
      throw StoreFailure(fault, otherwise: .unwritable)
    }
    do throws(FileFault) {
      try PrivateFolder.syncIfSupported(path)
    } catch {
      throw StoreFailure(error, otherwise: .notSynced)
    }
  }
}
