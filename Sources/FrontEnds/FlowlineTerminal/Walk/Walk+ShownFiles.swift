import Flowline

/// Files that a page shows: a terminal cannot, so they are saved where other programs open them.
extension Walk {
  /// Saves the files of a question's page.
  ///
  /// - Parameters:
  ///   - place: a folder, or the name of a new file; nil for the working folder.
  ///   - prompt: the question.
  func saveFiles(at place: String?, of prompt: Prompt) {
    let files = prompt.files
    guard !files.isEmpty else { return show(error: words("save.none")) }
    if files.count > 1, let place, !SavedFile.isFolder(place) {
      show(error: words("save.several", .string(place)))
      return keep(place)
    }
    for file in files {
      do {
        guard let contents = try controller.waitForContents(ofShown: file.digest) else { continue }
        let saved = try SavedFile(contents, at: place)
        display.show(
          renderer.note(words("save.saved", .string(OneLine.text(saved.path)), .bytes(file.size))))
      } catch let failure as NamedFile.Failure {
        show(failure)
        return keep(place)
      } catch {
        show(error: words("save.lost", .string(OneLine.text(file.name)), .string("\(error)")))
      }
    }
  }

  private func keep(_ place: String?) {
    line.keep(command: [":save", place].compactMap(\.self).joined(separator: " "))
  }
}
