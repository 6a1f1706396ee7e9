import Flowline

/// Writing the script of the walk to a file.
extension Walk {
  /// Better to know now than after the last answer.
  func begin(_ recorder: Recorder) {
    do throws(PrivateFile.Failure) {
      try recorder.write(controller.journal, or: cast)
    } catch {
      show(error)
      self.recorder = nil
      leave(.recordFailed(error))
    }
  }

  func record(_ journal: Journal) {
    guard let recorder else { return }
    do throws(PrivateFile.Failure) {
      try recorder.write(journal, or: cast)
      if manner.showsPrompts {
        surface.show(renderer.note(words("record.end", .string(recorder.path))))
      }
    } catch {
      show(error)
    }
  }

  func show(_ failure: PrivateFile.Failure) {
    surface.show(
      renderer.error(words("record.failed", .string(failure.path), .string(failure.reason))))
    stopFeed()
  }
}
