import FreeAgentAPI
import GRDB
import Money

/// Estimates of a project that become lines of an invoice.
extension Ledger {
  /// Bills the estimates of projects that were sent or approved, whatever their day; from then on they are
  /// invoiced, until the invoice is deleted.
  ///
  /// Source: the page “Invoices”, which does not say what the lines are called.
  ///
  /// - Parameters:
  ///   - grouping: the word of `include_estimates`: the lines of the estimates, or one for all of them.
  ///   - projects: the projects.
  ///   - invoice: the invoice.
  func billEstimates(_ grouping: String, of projects: [Int64], on invoice: Int64) throws {
    guard let isSingle = Self.groupings[grouping] else {
      throw FreeAgent.Failure.invalid("include_estimates", "is not included in the list")
    }
    let row = try found(.document, invoice)
    let estimates = try projects.flatMap { project in
      try rows(
        """
        SELECT * FROM document
        WHERE kind = 'estimate' AND project = ? AND state IN ('sent', 'open', 'approved')
        ORDER BY day, id
        """, [project])
    }
    do {
      var lines = try estimates.flatMap { try invoiceLines(of: $0, on: row) }
      if isSingle {
        let references = estimates.map { $0["reference"] as String }.joined(separator: ", ")
        lines = try Self.sums(of: lines, "Estimate \(references)")
      }
      try write(lines, of: invoice, FreeAgent.Invoice.self)
    } catch is MoneyError {
      throw FreeAgent.Failure.unprocessable("The total is too large")
    }
    for estimate in estimates {
      try update(.document, estimate["id"], ["state": "invoiced", "invoice": invoice])
    }
  }

  private static let groupings = [
    "billed_grouped_by_single_estimate": true, "billed_grouped_by_estimate": false,
  ]

  /// The lines of an estimate as an invoice has them: in its currency, and less the estimate’s discount.
  private func invoiceLines(of estimate: Row, on invoice: Row) throws -> [FreeAgent.InvoiceItem] {
    let member = (estimate["details"] as Details).members["discount_percent"]
    let discount = member.flatMap(ExactDecimal.init(member:)) ?? 0
    return try items(of: estimate, FreeAgent.EstimateItem.self).map { item in
      var line = item.invoiced
      line.position = nil
      let discounted = try Self.discounted(item.price ?? 0, discount)
      line.price = try price(discounted, in: estimate.currency, on: invoice)
      return line
    }
  }

  /// One line for all lines, or one for each kind of VAT that they have.
  private static func sums(
    of lines: [FreeAgent.InvoiceItem], _ description: String
  ) throws -> [FreeAgent.InvoiceItem] {
    var sums: [FreeAgent.InvoiceItem] = []
    for line in lines {
      let value = try (line.quantity ?? 0).multiplied(by: line.price ?? 0)
        .rounded(fractionDigits: 2)
      let place = sums.firstIndex {
        $0.salesTaxRate == line.salesTaxRate && $0.salesTaxStatus == line.salesTaxStatus
      }
      if let place {
        sums[place].price = try (sums[place].price ?? 0).adding(value)
      } else {
        sums.append(
          FreeAgent.InvoiceItem {
            $0.description = description
            $0.quantity = 1
            $0.price = value
            $0.salesTaxRate = line.salesTaxRate
            $0.salesTaxStatus = line.salesTaxStatus
          })
      }
    }
    return sums
  }
}

extension FreeAgent.EstimateItem {
  /// The line as one of an invoice, which says nothing of no unit, and has another word for a text.
  var invoiced: FreeAgent.InvoiceItem {
    FreeAgent.InvoiceItem { item in
      item.members = withoutReadOnlyMembers.members
      if self.itemType == .noUnit { item.itemType = nil }
      if self.itemType == .comments { item.itemType = .comment }
    }
  }
}
