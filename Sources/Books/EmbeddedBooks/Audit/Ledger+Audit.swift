import GRDB

extension Ledger {
  /// All that does not add up: every rule is a query for the rows that break it.
  package func audit() throws -> [BooksDifference] {
    var differences: [BooksDifference] = []
    for rule in Self.rules {
      for row in try Row.fetchAll(db, sql: rule.query) {
        differences.append(
          BooksDifference(
            subject: "\(rule.table.rawValue) \(row["id"] as Int64)", rule: rule.words,
            found: String(describing: row["found"] as DatabaseValue)))
      }
    }
    for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
      differences.append(
        BooksDifference(
          subject: "\(row[0] as DatabaseValue) \(row[1] as DatabaseValue)",
          rule: "what it names exists", found: "no \(row[2] as DatabaseValue)"))
    }
    return try differences + bankDifferences() + debtDifferences() + mileageDifferences()
      + exchangeRateDifferences()
  }

  private struct Rule {
    var table: Table
    var words: String
    var query: String
  }

  private static let rules: [Rule] =
    banking + statements + transfers + documents + expenses + journals + bills

  private static let banking = [
    Rule(
      table: .bankTransaction, words: "amount = sum of explanations + unexplained",
      query: """
        SELECT t.id, t.amount - t.unexplained - coalesce(sum(e.gross), 0) AS found
        FROM bankTransaction AS t LEFT JOIN explanation AS e ON e.bankTransaction = t.id
        GROUP BY t.id HAVING found <> 0
        """),
    Rule(
      table: .bankTransaction, words: "reviews = explanations that are marked for review",
      query: """
        SELECT t.id, t.reviews AS found
        FROM bankTransaction AS t LEFT JOIN explanation AS e ON e.bankTransaction = t.id
        GROUP BY t.id HAVING t.reviews <> coalesce(sum(e.isForReview), 0)
        """),
    Rule(
      table: .explanation, words: "its sign and its account are those of its transaction",
      query: """
        SELECT e.id, e.gross AS found
        FROM explanation AS e JOIN bankTransaction AS t ON t.id = e.bankTransaction
        WHERE (e.gross < 0) <> (t.amount < 0) OR e.account <> t.account
        """),
    Rule(
      table: .explanation, words: "its VAT has its sign and is not more than it",
      query: """
        SELECT id, tax AS found FROM explanation
        WHERE tax NOT BETWEEN min(gross, 0) AND max(gross, 0)
        """),
    Rule(
      table: .bankAccount, words: "balance = opening balance + sum of transactions",
      query: """
        SELECT a.id, a.balance AS found
        FROM bankAccount AS a LEFT JOIN bankTransaction AS t ON t.account = a.id
        GROUP BY a.id HAVING a.balance <> a.openingBalance + coalesce(sum(t.amount), 0)
        """),
    Rule(
      table: .bankAccount, words: "one account is the primary one",
      query: """
        SELECT min(id) AS id, sum(isPrimary) AS found FROM bankAccount
        HAVING count(*) > 0 AND found <> 1
        """),
    Rule(
      table: .capitalAsset, words: "its disposal is explained on its day",
      query: """
        SELECT a.id, a.disposedOn AS found
        FROM capitalAsset AS a LEFT JOIN explanation AS e ON e.disposedAsset = a.id
        WHERE a.disposedOn IS NOT e.day
        """),
  ]

  private static let statements = [
    Rule(
      table: .bankTransaction, words: "no other has its account, its amount and its bank's id",
      query: """
        SELECT max(id) AS id, bankID AS found FROM bankTransaction
        WHERE bankID <> '' GROUP BY account, amount, bankID HAVING count(*) > 1
        """),
    Rule(
      table: .bankTransaction, words: "a statement has a line of it, unless it was added by hand",
      query: """
        SELECT t.id, l.id AS found
        FROM bankTransaction AS t LEFT JOIN bankLine AS l ON l.bankTransaction = t.id
        WHERE t.isManual = (l.id IS NOT NULL)
        """),
    Rule(
      table: .bankLine, words: "its account and its amount are those of its transaction",
      query: """
        SELECT l.id, l.amount AS found
        FROM bankLine AS l JOIN bankTransaction AS t ON t.id = l.bankTransaction
        WHERE l.account <> t.account OR l.amount <> t.amount
        """),
    Rule(
      table: .explanation, words: "it keeps the day of its transaction if that is not its own",
      query: """
        SELECT e.id, e.bankDay AS found
        FROM explanation AS e JOIN bankTransaction AS t ON t.id = e.bankTransaction
        WHERE e.bankDay IS NOT nullif(t.day, e.day)
        """),
  ]

  private static let transfers = [
    Rule(
      table: .explanation, words: "a transfer has another side, whose other side it is",
      query: """
        SELECT e.id, o.otherSide AS found
        FROM explanation AS e LEFT JOIN explanation AS o ON o.id = e.otherSide
        WHERE (e.transferAccount IS NOT NULL OR e.otherSide IS NOT NULL)
          AND (o.otherSide IS NOT e.id OR o.account IS NOT e.transferAccount)
        """),
    Rule(
      table: .explanation, words: "what goes to another account comes there",
      query: """
        SELECT e.id, o.gross AS found
        FROM explanation AS e JOIN explanation AS o ON o.id = e.otherSide
          JOIN bankAccount AS a ON a.id = e.account JOIN bankAccount AS b ON b.id = o.account
        WHERE (e.gross < 0) = (o.gross < 0) OR a.currency = b.currency AND e.gross <> -o.gross
        """),
  ]

  private static let expenses = [
    Rule(
      table: .expense, words: "its VAT has its sign and is not more than it",
      query: """
        SELECT id, nativeTax AS found FROM expense
        WHERE tax NOT BETWEEN min(gross, 0) AND max(gross, 0)
          OR nativeTax NOT BETWEEN min(nativeGross, 0) AND max(nativeGross, 0)
        """),
    Rule(
      table: .expense, words: "in the company's currency there is one value",
      query: """
        SELECT e.id, e.nativeGross AS found FROM expense AS e, company AS c
        WHERE e.currency = json_extract(c.details, '$.currency')
          AND (e.gross <> e.nativeGross OR e.tax <> e.nativeTax)
        """),
  ]

  private static let journals = [
    Rule(
      table: .journalSet, words: "its entries balance, unless they are opening balances",
      query: """
        SELECT s.id, sum(e.debit) AS found
        FROM journalSet AS s JOIN journalEntry AS e ON e.journalSet = s.id
        WHERE s.day IS NOT NULL GROUP BY s.id HAVING found <> 0
        """)
  ]

  private static let documents = [
    Rule(
      table: .document, words: "settled = what its explanations and credit notes settle",
      query: """
        SELECT d.id, d.settled AS found
        FROM document AS d LEFT JOIN explanation AS e ON e.document = d.id
        GROUP BY d.id HAVING d.settled <> coalesce(sum(e.settled), 0) + coalesce((
          SELECT sum(iif(r.invoice = d.id, r.gross, -r.gross)) FROM creditNoteReconciliation AS r
          WHERE r.invoice = d.id OR r.creditNote = d.id), 0)
        """),
    Rule(
      table: .document, words: "net and VAT are the sums of its lines",
      query: """
        SELECT d.id, d.total AS found
        FROM document AS d LEFT JOIN documentItem AS i ON i.document = d.id
        GROUP BY d.id
        HAVING d.net <> coalesce(sum(i.net), 0) OR d.tax <> coalesce(sum(i.tax), 0)
        """),
    Rule(
      table: .document, words: "only what was sent is settled",
      query: """
        SELECT id, state AS found FROM document
        WHERE settled <> 0 AND state NOT IN ('sent', 'written_off')
        """),
    Rule(
      table: .creditNoteReconciliation,
      words: "a credit note settles an invoice for the same contact in the same currency",
      query: """
        SELECT r.id, r.gross AS found
        FROM creditNoteReconciliation AS r JOIN document AS i ON i.id = r.invoice
          JOIN document AS n ON n.id = r.creditNote
        WHERE i.kind <> 'invoice' OR n.kind <> 'credit_note' OR i.contact <> n.contact
          OR i.currency <> n.currency
        """),
  ]

  private static let bills = [
    Rule(
      table: .bill, words: "settled = what its explanations settle",
      query: """
        SELECT b.id, b.settled AS found
        FROM bill AS b LEFT JOIN explanation AS e ON e.bill = b.id
        GROUP BY b.id HAVING b.settled <> coalesce(sum(e.settled), 0)
        """),
    Rule(
      table: .bill, words: "total and VAT are the sums of its lines",
      query: """
        SELECT b.id, b.total AS found
        FROM bill AS b LEFT JOIN billItem AS i ON i.bill = b.id
        GROUP BY b.id
        HAVING b.total <> coalesce(sum(i.total), 0) OR b.tax <> coalesce(sum(i.tax), 0)
        """),
    Rule(
      table: .hirePurchase, words: "its bill says that it is paid by a hire purchase",
      query: """
        SELECT h.id, b.id AS found FROM hirePurchase AS h JOIN bill AS b ON b.id = h.bill
        WHERE NOT coalesce(json_extract(b.details, '$.is_paid_by_hire_purchase'), 0)
        """),
  ]
}
