import Flowline

extension FormPage {
  /// How large a receipt may be: 5 MB.
  static let largestReceipt = 5_242_880
  /// What a receipt may be.
  static let receiptTypes: [FileType] = [.pdf, .png, .jpeg, .gif]

  /// Asks for a receipt; one that was given before is kept unless another is wanted.
  ///
  /// - Parameters:
  ///   - id: the step that asks for the file.
  ///   - before: what was given before.
  /// - Returns: the receipt, or that there is none; nil as long as that is not answered.
  mutating func askReceipt(_ id: StepID, _ before: KeptFile?) -> KeptFile?? {
    if let before {
      let screen = ConfirmScreen("keep-receipt", default: true).texts(in: sharedTexts)
        .page { Row(file: before) }
      guard let keeps = ask(screen) else { return nil }
      if keeps { return before }
    }
    let screen = FileScreen(
      id, accepting: Self.receiptTypes, size: 1...Self.largestReceipt)
    return ask(screen.texts("receipt-file").texts(in: sharedTexts).optional())
  }
}
