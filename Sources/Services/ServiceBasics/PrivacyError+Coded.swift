package import PrivateFiles

extension PrivacyError {
  /// What is wrong with the file, with a code if front ends can have it in other languages.
  package var reason: CodedText {
    switch code {
    case .openToOthers: CodedText("file-open", cause)
    case .wrongKind: CodedText("file-not-plain", cause)
    case .foreignOwner: CodedText("file-foreign", cause)
    case .notMade: CodedText("file-not-made", cause)
    case .notAllowed: CodedText("file-not-allowed", cause)
    case .missing: CodedText("file-missing", cause)
    default: CodedText(words: cause)
    }
  }

  /// What is wrong with the folder of a file.
  package var reasonOfFolder: CodedText {
    let words = "its folder \(path) cannot be used: \(cause)"
    return switch code {
    case .openToOthers: CodedText("folder-open", words)
    case .wrongKind: CodedText("folder-is-file", words)
    case .foreignOwner: CodedText("folder-foreign", words)
    case .notMade: CodedText("folder-not-made", words)
    case .notAllowed: CodedText("folder-not-allowed", words)
    default: CodedText(words: words)
    }
  }

  /// What to do about the file, or about its folder.
  package func remedy(ofFolder isFolder: Bool = false) -> CodedText {
    switch code {
    case .openToOthers where isFolder: CodedText("folder-close", advice)
    case .openToOthers: CodedText("file-close", advice)
    case .wrongKind: CodedText("path-other", advice)
    case .foreignOwner: CodedText("file-own", advice)
    case .notMade: CodedText("folder-make", advice)
    default: CodedText(words: advice)
    }
  }
}
