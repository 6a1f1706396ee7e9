import Money

/// What a transaction has read and reads again for each row of a list.
///
/// Code that changes one of these must reset it here.
final class Memo {
  var company: CompanyFacts?
  var currencies: [Int64: Currency] = [:]
  var categories: [String: CategoryFacts] = [:]

  /// What transactions before this one have counted; nil in one that writes.
  ///
  /// What a transaction counts that writes may be undone with it.
  let counts: PostingCountCache?

  init(counts: PostingCountCache? = nil) { self.counts = counts }
}
