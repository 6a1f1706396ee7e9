import Days
import FreeAgentAPI
import GRDB

extension SampleCompany {
  /// Adds many transactions to the first account of a sample, some of them explained.
  ///
  /// For lists as long as those of a company with years of books.
  ///
  /// - Parameters:
  ///   - transactions: how many transactions.
  ///   - explanations: how many of them are explained, the oldest first.
  ///   - books: the books, which have the sample.
  /// - Throws: what SQLite throws, or a `FreeAgent.Failure` if there is no sample.
  public static func enlarge(
    _ books: EmbeddedBooks, transactions: Int, explanations: Int
  ) throws {
    let texts = [
      "Harbour Street Coffee", "Trainline", "Fibrelane Internet", "Old Mill Stationers",
      "Pixel & Pen", "Severn Taxis", "Castle Street Offices",
    ]
    let codes = ["285", "365", "273", "277", "269", "365", "251"]
    try books.write { ledger in
      let statement = try ledger.insert(.statement, ["account": 1])
      for index in 0..<transactions {
        let kind = index % texts.count
        let day = ledger.today.adding(days: -(transactions - index) / 30) ?? ledger.today
        let id = try ledger.addTransaction(
          of: BankLine(
            account: 1, statement: statement, day: day, amount: -Int64(199 + index % 5000),
            text: texts[kind]))
        guard index < explanations else { continue }
        try ledger.insert(
          .explanation,
          [
            "bankTransaction": id, "account": 1, "kind": "Payment", "day": day.description,
            "gross": -Int64(199 + index % 5000), "category": codes[kind], "isForReview": false,
            "details": Details(["description": .text(texts[kind])]),
          ])
      }
    }
  }
}
