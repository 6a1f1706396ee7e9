extension Unicode.Scalar {
  /// Whether it turns the direction of the text around it: embeddings, overrides and isolates, and what ends
  /// them (Unicode Standard Annex 9).
  ///
  /// A name from elsewhere could have an amount beside it read backwards (CVE-2021-42574).
  package var turnsText: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether it is a mark that has a direction and shows nothing.
  package var isDirectionMark: Bool { value == 0x61C || value == 0x200E || value == 0x200F }
}
