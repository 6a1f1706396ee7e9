package import Days
package import FreeAgentAPI
package import Money
import Testing

/// A day, from its text: `2026-09-20`.
package func day(_ text: String) throws -> Day {
  try #require(Day(text), "\(text) is no day")
}

/// An exact number, from its text: `12.50`.
package func decimal(_ text: String) throws -> ExactDecimal {
  try #require(ExactDecimal(text), "\(text) is no number")
}

/// The address of a resource of the service, by its number.
package func link<Target>(_ id: Int) -> FreeAgent.Link<Target> {
  FreeAgent.Link(FreeAgent.Identifier(id), at: .production)
}

/// The address of a resource of the service, by its code.
package func link<Target>(_ code: String) -> FreeAgent.Link<Target> {
  FreeAgent.Link(url: "\(FreeAgent.Root.production.url)/\(Target.collections[0])/\(code)")
}
