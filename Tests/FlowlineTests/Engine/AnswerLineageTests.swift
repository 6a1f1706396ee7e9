import Testing

@testable import Flowline

/// Which answers were given beside a branch.
struct AnswerLineageTests {
  private let left = BranchID(number: 1)
  private let right = BranchID(number: 2)
  private let inner = BranchID(number: 3)

  private func begun() -> AnswerLineage {
    var lineage = AnswerLineage()
    lineage.note(.began(left, of: .trunk, place: 0), at: 1)
    lineage.note(.began(right, of: .trunk, place: 1), at: 1)
    lineage.note(.answered(left), at: 1)
    lineage.note(.answered(right), at: 2)
    lineage.note(.began(inner, of: right, place: 0), at: 3)
    lineage.note(.answered(inner), at: 3)
    lineage.note(.answered(left), at: 4)
    return lineage
  }

  @Test func `they are those of its siblings, and of the siblings of what it grows from`() {
    let lineage = begun()
    #expect(lineage.answers(beside: .trunk).isEmpty)
    #expect(lineage.answers(beside: left) == [2, 3])
    #expect(lineage.answers(beside: right) == [1, 4])
    #expect(lineage.answers(beside: inner) == [1, 4])
  }

  @Test func `those of children that ended before it began come before it`() {
    var lineage = begun()
    for branch in [inner, left, right] { lineage.note(.ended(branch), at: 5) }
    let next = BranchID(number: 4)
    lineage.note(.began(next, of: .trunk, place: 0), at: 5)
    lineage.note(.answered(next), at: 5)
    #expect(lineage.answers(beside: next).isEmpty)
  }

  @Test func `a branch that nothing is known of has none beside it`() {
    #expect(begun().answers(beside: BranchID(number: 9)).isEmpty)
    #expect(AnswerLineage().answers(beside: left).isEmpty)
  }
}
