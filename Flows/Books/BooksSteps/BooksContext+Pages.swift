import BooksClient
import Flowline

/// Where a list is to which one comes back.
struct ListPlace {
  /// Which page of it is shown, from 1.
  var page = 1
  /// How many of its elements were dealt with.
  var visits = 0
}

/// How an element of a list is shown.
///
/// Its key is in the journal, and no number, which would be taken for that of a row.
typealias ListRow = (key: String, label: Text, detail: Text?)

/// Where a page of a list leads: to an element, to several at once, or to another page.
private enum PageChoice<Element: Encodable & Sendable>: Encodable, Sendable {
  case element(Element)
  case several([Element])
  case page(Int)
  case done
}

/// Lists that have pages, which are read one after the other.
extension BooksContext {
  /// Has elements of a list dealt with, as many as one likes; after each the list is at the same page again.
  ///
  /// - Parameters:
  ///   - id: the step that asks.
  ///   - load: the step that reads a page.
  ///   - place: where the list is; it is kept, so that the list can be entered there again.
  ///   - question: what is asked above a page; nil for the text of the step.
  ///   - empty: says that the list is empty; nil for a page that says no more than that.
  ///   - read: reads a page, from 1, on any thread.
  ///   - row: how an element is shown; nil for one that is left out.
  ///   - several: deals with several elements of a page at once, and returns with how many it did; nil if
  ///     that is not offered.
  ///   - address: finds the row that a web address leads to; nil if no address is taken.
  ///   - child: deals with an element.
  ///   - counts: whether what came of an element counts among the visits.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func browse<Element: Codable & Hashable & Sendable, Child: Flow>(
    _ id: StepID, reading load: StepID, at place: inout ListPlace,
    asking question: ((BookPage<Element>) -> Text)? = nil, orShowing empty: ReviewScreen? = nil,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>,
    shown row: (Element) -> ListRow?, several: (([Element]) async throws -> Int)? = nil,
    opening address: AddressReading? = nil, visiting child: (Element) -> Child,
    counting counts: (Child.Output) -> Bool = { _ in true }
  ) async throws {
    while true {
      let page = try await self.page(load, at: &place.page, read)
      var options = page.options(row)
      guard !options.isEmpty else {
        _ = try await flow.run(empty ?? ReviewScreen("nothing-there").texts(in: sharedTexts))
        return
      }
      let offersSeveral = several != nil && page.elements.count > 1
      if offersSeveral { options.append(Option("several", .several(page.elements))) }
      options.append(Option("done", .done, label: sharedTexts("page.done")))
      let screen = ChoiceScreen(
        id, question?(page), options: options,
        default: offersSeveral ? "several" : options.first?.key, page: page.count)
      switch try await flow.run(AddressedChoice(base: screen.asMenu(), reading: address)) {
      case .element(let element):
        if let result = try await flow.visit(child(element)), counts(result) { place.visits += 1 }
      case .several(let elements): place.visits += try await several?(elements) ?? 0
      case .page(let number): place.page = number
      case .done: return
      }
    }
  }

  /// One element of a list.
  ///
  /// - Parameters:
  ///   - id: the step that asks.
  ///   - load: the step that reads a page.
  ///   - read: reads a page, from 1, on any thread.
  ///   - row: how an element is shown.
  /// - Returns: the element; nil if the list is empty.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func element<Element: Codable & Hashable & Sendable>(
    _ id: StepID, reading load: StepID,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>,
    shown row: (Element) -> ListRow?
  ) async throws -> Element? {
    var number = 1
    while true {
      let page = try await self.page(load, at: &number, read)
      let options = page.options(row)
      guard !options.isEmpty else { return nil }
      let screen = ChoiceScreen(id, options: options, default: options.first?.key, page: page.count)
      switch try await flow.run(screen) {
      case .element(let element): return element
      case .page(let other): number = other
      case .several, .done: return nil
      }
    }
  }

  /// Reads a page; the last one there is if the list has become shorter than that.
  ///
  /// A page whose elements are all left out leads to the one behind it.
  private func page<Element: Codable & Hashable & Sendable>(
    _ load: StepID, at number: inout Int,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>
  ) async throws -> BookPage<Element> {
    while true {
      let page = try await self.read(load) { [number] in try await read($0, number) }
      guard page.elements.isEmpty, !page.hasMore, number > 1 else { return page }
      number -= 1
    }
  }
}

extension BookPage {
  /// Its elements and the other pages; none if the list is empty.
  fileprivate func options(_ row: (Element) -> ListRow?) -> [Option<PageChoice<Element>>] {
    var options = elements.compactMap { element in
      row(element).map {
        Option($0.key, PageChoice.element(element), label: $0.label, detail: $0.detail)
      }
    }
    if hasMore {
      options.append(Option("older", .page(number + 1), label: sharedTexts("page.older")))
    }
    if number > 1 {
      options.append(Option("newer", .page(number - 1), label: sharedTexts("page.newer")))
    }
    return options
  }

  /// How many of how many are shown, if that is not all.
  fileprivate var count: [Section] {
    guard let total, hasMore || total > elements.count else { return [] }
    let gaps: TextGaps = ["page": number, "shown": elements.count, "total": total]
    return [Section(rows: [Row(sharedTexts("page.count", with: gaps))])]
  }
}
