import BooksClient
import Flowline

/// Where a list is to which one comes back.
struct ListPlace {
  /// Which page of it is shown, from 1.
  var page = 1
  /// How many of its elements were looked at.
  var visits = 0
}

/// Where a page of a list leads: to an element, or to another page.
private enum PageChoice<Element: Encodable & Sendable>: Encodable, Sendable {
  case element(Element)
  case page(Int)
  case done
}

/// Lists that have pages, which are read one after the other.
extension BooksContext {
  /// Has elements of a list looked at, as many as one likes; after each the list is at the same page again.
  ///
  /// Of an empty list, a page says so.
  ///
  /// - Parameters:
  ///   - id: the step that asks.
  ///   - load: the step that reads a page.
  ///   - place: where the list is; it is kept, so that the list can be entered there again.
  ///   - read: reads a page, from 1, on any thread.
  ///   - shown: how an element is shown; its key is in the journal, and no number, which would be
  ///     taken for that of a row.
  ///   - child: looks at an element.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func browse<Element: Codable & Hashable & Sendable, Child: Flow>(
    _ id: StepID, reading load: StepID, at place: inout ListPlace,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>,
    shown: (Element) -> (key: String, label: Text, detail: Text?),
    visiting child: (Element) -> Child
  ) async throws {
    while let element = try await element(
      id, reading: load, isMenu: true, at: &place.page, read, shown: shown)
    {
      if try await flow.visit(child(element)) != nil { place.visits += 1 }
    }
  }

  /// One element of a list.
  ///
  /// - Parameters:
  ///   - id: the step that asks.
  ///   - load: the step that reads a page.
  ///   - read: reads a page, from 1, on any thread.
  ///   - shown: how an element is shown, as above.
  /// - Returns: the element; nil if the list is empty.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func element<Element: Codable & Hashable & Sendable>(
    _ id: StepID, reading load: StepID,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>,
    shown: (Element) -> (key: String, label: Text, detail: Text?)
  ) async throws -> Element? {
    var number = 1
    return try await element(id, reading: load, isMenu: false, at: &number, read, shown: shown)
  }

  /// An element of a list; of a menu, which can be left by an option, nil if that was chosen.
  private func element<Element: Codable & Hashable & Sendable>(
    _ id: StepID, reading load: StepID, isMenu: Bool, at number: inout Int,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>,
    shown: (Element) -> (key: String, label: Text, detail: Text?)
  ) async throws -> Element? {
    while true {
      let page = try await self.read(load) { [number] in try await read($0, number) }
      guard !page.elements.isEmpty || page.hasMore || number > 1 else {
        if isMenu { _ = try await flow.run(ReviewScreen("nothing-there").texts(in: sharedTexts)) }
        return nil
      }
      let screen = page.screen(id, isMenu: isMenu, shown)
      switch try await flow.run(isMenu ? screen.asMenu() : screen) {
      case .element(let element): return element
      case .page(let other): number = other
      case .done: return nil
      }
    }
  }
}

extension BookPage {
  /// The question for one of its elements or another page, with how many of how many it shows if there
  /// are more.
  fileprivate func screen(
    _ id: StepID, isMenu: Bool, _ shown: (Element) -> (key: String, label: Text, detail: Text?)
  ) -> ChoiceScreen<PageChoice<Element>> {
    var options = elements.map { element in
      let (key, label, detail) = shown(element)
      return Option(key, PageChoice.element(element), label: label, detail: detail)
    }
    if hasMore {
      options.append(Option("older", .page(number + 1), label: sharedTexts("page.older")))
    }
    if number > 1 {
      options.append(Option("newer", .page(number - 1), label: sharedTexts("page.newer")))
    }
    if isMenu { options.append(Option("done", .done, label: sharedTexts("page.done"))) }
    return ChoiceScreen(id, options: options, default: options.first?.key).page {
      if let total, hasMore || total > elements.count {
        sharedTexts(
          "page.count", with: ["page": number, "shown": elements.count, "total": total])
      }
    }
  }
}
