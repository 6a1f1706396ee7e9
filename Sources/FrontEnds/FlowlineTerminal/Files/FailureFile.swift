import Flowline

/// Writes the last failure to a file, from which its cause can be found.
struct FailureFile {
  let reports: WalkReports

  /// Why nothing was written, for people.
  struct Fault: Error {
    let message: String
  }

  /// Writes it, in one step.
  ///
  /// - Parameters:
  ///   - failure: the failure; nil if nothing has failed.
  ///   - path: the file; a leading `~` means the home folder.
  /// - Returns: what was written, for people.
  /// - Throws: ``Fault``.
  func write(_ failure: FailureReport?, to path: String) throws(Fault) -> String {
    guard let failure else { throw Fault(message: reports.words("errors.none")) }
    do throws(RecordedFile.Failure) {
      try RecordedFile.write(
        KeptScript.recording(of: reports.file(of: failure)), to: path, replacesRemarks: true)
    } catch {
      throw Fault(message: reports.words.message(of: error))
    }
    let key = failure.script == nil ? "report.written-alone" : "report.written"
    return reports.words(key, .string(path))
  }
}
