import Books

/// Finds where commas have to be between addresses that are typed, or pasted from a mail program.
///
/// Semicolons and line ends part addresses as commas do. A blank does only behind what is an address by
/// itself, as in `a@b.example c@d.example` and `A <a@b.example> C <c@d.example>`: other blanks are parts of
/// names. Invisible marks, which come along with what is copied, are blanks, and a comma behind the last
/// address is none. What is in quotes stays as it is.
struct AddressSeparators {
  /// What was read, with the commas; each character is at its place.
  private var characters: [Character] = []
  private var quotes = QuoteReader()
  /// What was read since the last blank or separator.
  private var word = ""
  /// Whether anything but blanks was read since the last comma.
  private var hasContent = false
  /// Where a comma is put if another address follows; nil behind what may be a part of one.
  private var gap: (place: Int, isCertain: Bool)?
  /// Where a comma is behind which nothing but blanks was read.
  private var lastComma: Int?

  /// The addresses with a comma between any two, as services read them.
  ///
  /// Each character is at the place where it was typed, unless the text is put right as mail programs mean it:
  /// then it has no fault whose place could matter.
  static func commas(in typed: String) -> String {
    let text = separated(typed)
    guard EmailAddress.firstFault(in: text) != nil else { return text }
    let meant = separated(PastedAddresses.meant(by: typed))
    return EmailAddress.firstFault(in: meant) == nil ? meant : text
  }

  private static func separated(_ typed: String) -> String {
    var separators = AddressSeparators()
    for character in typed { separators.read(character) }
    if let place = separators.lastComma { separators.characters[place] = " " }
    return String(separators.characters)
  }

  private mutating func read(_ character: Character) {
    if !quotes.readsPlain(character) {
      readPart(of: character)
    } else if character == ";" || character.isNewline {
      readBlank(isCertain: true)
    } else if character.isBlankBetweenAddresses {
      readBlank(isCertain: false)
    } else if character == "," {
      lastComma = characters.count
      characters.append(character)
      (word, hasContent, gap) = ("", false, nil)
    } else {
      readPart(of: character)
    }
  }

  /// Reads what may be a separator; it is one as soon as something follows.
  private mutating func readBlank(isCertain: Bool) {
    let endsAddress = word.hasSuffix(">") || EmailAddress(word) != nil
    if hasContent, isCertain || endsAddress || gap != nil {
      gap = (gap?.place ?? characters.count, isCertain || gap?.isCertain == true)
    }
    characters.append(" ")
    word = ""
  }

  /// Reads a character of a name or an address.
  private mutating func readPart(of character: Character) {
    // Between an address in the place of a name and the address itself there is no comma.
    if let gap, gap.isCertain || character != "<" { characters[gap.place] = "," }
    (gap, lastComma) = (nil, nil)
    characters.append(character)
    word.append(character)
    hasContent = true
  }
}
