import Books
import BooksClient
import Flowline
import FoundationEssentials
import FreeAgentAPI
import Money

/// What was answered of something to be booked, and its receipt.
struct Booking<Contents: BookedContents>: Codable, Sendable {
  var contents: Contents
  /// The receipt; nil if there is none.
  var receipt: KeptFile?
}

/// The parts that explanations and claims have alike.
struct BookedParts<Contents: BookedContents>: Sendable {
  typealias Part = FormPart<Contents>

  /// The texts of the feature.
  let texts: TextCatalog
  let setting: any BookedSetting
  /// What was answered before; those answers are suggested again.
  let before: Contents?

  /// The status for VAT reports.
  ///
  /// - Parameters:
  ///   - statuses: those that are offered.
  ///   - stays: whether the one that was chosen before is kept, if it is not asked for.
  func ecStatus(
    among statuses: [ECStatus], if stays: @escaping @Sendable (ECStatus) -> Bool
  ) -> Part {
    Part(\.ecStatus, statuses.choice(before?.ecStatus), if: stays) {
      Row("ec-status", texts("ec-status.option.\($0.word)"))
    }
  }

  /// The project whose customer pays.
  func project(isRequired: Bool = false) -> Part {
    let projects = setting.projects
    let screen = projects.choice("project", before?.project)
    return Part(\.project, screen, isRequired: isRequired) {
      Row("project", projects.name(of: $0))
    }
  }

  /// How that customer is billed.
  var rebilling: Part {
    Part(\.rebilling, ExplanationDraft.Rebilling.screen(before: before?.rebilling)) {
      Row("rebill", texts("rebill.option.\($0.rawValue)"))
    }
  }

  /// What the customer is billed in place of the cost; nobody is to be asked for it if that is billed.
  func rebillFactor(_ way: ExplanationDraft.Rebilling?) -> Part {
    let earlier = before?.rebilling == way ? before?.rebillFactor : nil
    let screen = (way ?? .cost).factorScreen(before: earlier)
    return Part(\.rebillFactor, screen, as: { ExactDecimal($0.description) }) {
      setting.company.row(ofFactor: $0, way)
    }
  }

  /// What was bought or sold of the stock.
  var stock: Part { Part(\.stock, "stock", of: setting.stock, before: before) }

  /// How much of it.
  var quantity: Part {
    Part(\.quantity, NumberScreen("quantity", in: 1...1_000_000, default: before?.quantity)) {
      Row("quantity", $0)
    }
  }

  /// The property, for a landlord.
  var property: Part {
    Part(\.property, propertyScreen(before?.property), as: { BookID<FreeAgent.Property>($0) }) {
      Row("property", $0.text)
    }
  }

  /// A line of text that may be left out.
  func line(
    _ id: StepID, _ place: any WritableKeyPath<Contents, String?> & Sendable,
    length: ClosedRange<Int>, row: @escaping @Sendable (String) -> Row
  ) -> Part {
    let screen = TextScreen(id, length: length, default: before?[keyPath: place])
    return Part(place, screen, isRequired: false, row: row)
  }
}
