import BooksClient
import Flowline

/// Where a page of a list leads: to an element, or to another page.
private enum PageChoice<Element: Encodable & Sendable>: Encodable, Sendable {
  case element(Element)
  case page(Int)
  case done
}

extension BooksContext {
  /// An element of a list that has pages, which are read one after the other.
  ///
  /// - Parameters:
  ///   - id: the step that asks.
  ///   - load: the step that reads a page.
  ///   - isMenu: whether it can be left by an option, because one comes back to it; an empty list is
  ///     then told.
  ///   - read: reads a page, from 1, on any thread.
  ///   - shown: how an element is shown; its key is in the journal, and no number, which would be
  ///     taken for that of a row.
  /// - Returns: the element; nil if the list is empty, or is left.
  /// - Throws: ``FlowCancelled`` if the person leaves.
  func element<Element: Codable & Hashable & Sendable>(
    _ id: StepID, reading load: StepID, isMenu: Bool = false,
    _ read: @escaping @Sendable (Bookkeeper, Int) async throws -> BookPage<Element>,
    shown: (Element) -> (key: String, label: Text, detail: Text?)
  ) async throws -> Element? {
    var number = 1
    while true {
      let page = try await self.read(load) { [number] in try await read($0, number) }
      guard !page.elements.isEmpty || page.hasMore || number > 1 else {
        if isMenu { _ = try await flow.run(ReviewScreen("nothing-there").texts(in: sharedTexts)) }
        return nil
      }
      var options = page.elements.map { element in
        let (key, label, detail) = shown(element)
        return Option(key, PageChoice.element(element), label: label, detail: detail)
      }
      if page.hasMore {
        options.append(Option("older", .page(number + 1), label: sharedTexts("page.older")))
      }
      if number > 1 {
        options.append(Option("newer", .page(number - 1), label: sharedTexts("page.newer")))
      }
      if isMenu { options.append(Option("done", .done, label: sharedTexts("page.done"))) }
      let screen = ChoiceScreen(id, options: options, default: options.first?.key)
      switch try await flow.run(isMenu ? screen.asMenu() : screen) {
      case .element(let element): return element
      case .page(let other): number = other
      case .done: return nil
      }
    }
  }
}
