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

extension BookCategory {
  /// Its code and its name.
  var label: Text { Text(verbatim: "\(code) \(name)") }
}
