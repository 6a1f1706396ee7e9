import Books
import BooksClient
import Flowline

extension String {
  /// `uk-or-non-ec` of `ukOrNonEC`: names of cases as journals have them.
  var hyphenated: String {
    zip(" " + self, self).reduce(into: "") { word, letters in
      let isNew = letters.1.isUppercase && letters.0.isLowercase
      word += isNew ? "-\(letters.1.lowercased())" : letters.1.lowercased()
    }
  }
}

extension ECStatus {
  /// The word for it in journals and texts, such as `reverse-charge`.
  var word: String { "\(self)".hyphenated }
}

extension [ECStatus] {
  /// One of several statuses.
  ///
  /// - Parameter before: what was chosen before; nil for what is usual.
  func choice(_ before: ECStatus?) -> ChoiceScreen<ECStatus> {
    ChoiceScreen(
      "ec-status", options: map { Option($0.word, $0) }, default: (before ?? .ukOrNonEC).word
    ).texts(in: sharedTexts)
  }
}
