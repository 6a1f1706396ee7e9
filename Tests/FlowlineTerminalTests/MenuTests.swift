import Testing

@testable import FlowlineTerminal

struct MenuTests {
  private static func menu(
    takesSeveral: Bool = false, selecting selected: String? = nil, marking marked: [String] = []
  ) -> MenuState {
    let names = ["один", "два", "три", "четыре"]
    return MenuState(
      LineMenu(
        items: { typed in
          names.filter { typed.isEmpty || $0.contains(typed) }.map { LineMenu.Item($0) }
        }, takesSeveral: takesSeveral, selected: selected, marked: marked
      ) { items, cursor, marked, _, rows in
        MenuWindow(of: items.count, cursor: cursor, rows: rows).range.map { place in
          (place == cursor ? ">" : " ") + (marked.contains(items[place].text) ? "*" : " ")
            + items[place].display
        }
      })
  }

  @Test func `the cursor goes round in both directions`() {
    var menu = Self.menu()
    #expect(menu.cursor == 0 && menu.answer == "один")
    #expect(menu.move(.up) == true)
    #expect(menu.cursor == 3)
    #expect(menu.move(.down) == true)
    #expect(menu.cursor == 0)
    #expect(menu.move(.up) == true)
    #expect(menu.answer == "четыре")
  }

  @Test func `turning a page stops at the ends`() {
    var menu = Self.menu()
    #expect(menu.turn(.down, by: 3) == true)
    #expect(menu.cursor == 3)
    #expect(menu.turn(.down, by: 3) == true)
    #expect(menu.cursor == 3)
    #expect(menu.turn(.up, by: 10) == true)
    #expect(menu.cursor == 0)
  }

  @Test func `typing filters and selects the first`() {
    var menu = Self.menu()
    #expect(menu.move(.up) == true)
    menu.type("т")
    #expect(menu.items.map(\.text) == ["три", "четыре"])
    #expect(menu.answer == "три")
    #expect(menu.move(.down) == true)
    #expect(menu.answer == "четыре")
  }

  @Test func `the same text leaves the selection`() {
    var menu = Self.menu()
    #expect(menu.move(.down) == true)
    menu.type("")
    #expect(menu.cursor == 1)
  }

  @Test func `what is taken by default is selected until something is typed`() {
    var menu = Self.menu(selecting: "три")
    #expect(menu.answer == "три")
    menu.type("о")
    #expect(menu.answer == "один")
    menu.type("")
    #expect(menu.answer == "три")
    #expect(!menu.isTouched)
  }

  @Test(arguments: [false, true], [" ", "   "])
  func `spaces select nothing else`(takesSeveral: Bool, spaces: String) {
    var menu = Self.menu(takesSeveral: takesSeveral)
    #expect(menu.move(.down) == true)
    menu.type(spaces)
    #expect(menu.cursor == 1 && menu.isMoved && menu.answer == "два")
    menu.type(spaces + "т")
    menu.type("т ")
    #expect(menu.items.map(\.text) == ["три", "четыре"])
  }

  @Test func `only where one is taken, and at the beginning, a space is ignored`() {
    var one = Self.menu()
    #expect(one.ignoresSpace)
    one.type("т")
    #expect(!one.ignoresSpace)
    #expect(!Self.menu(takesSeveral: true).ignoresSpace)
  }

  @Test(arguments: [
    (["x", ""], "четыре"), (["д", ""], "четыре"), (["т", "тр", "т"], "три"),
    (["т", "тр", ""], "четыре"),
    (["три", "один", ""], "четыре"), (["", "ч"], "четыре"),
  ])
  func `what is typed and taken back leaves the selection as it was`(
    texts: [String], answer: String
  ) {
    var menu = Self.menu()
    #expect(menu.move(.up) == true)
    for text in texts { menu.type(text) }
    #expect(menu.answer == answer)
  }

  @Test func `a selection moved while a text is typed comes back with that text`() {
    var menu = Self.menu()
    menu.type("т")
    #expect(menu.move(.down) == true)
    menu.type("тр")
    #expect(menu.answer == "три" && !menu.isMoved)
    menu.type("т")
    #expect(menu.answer == "четыре" && menu.isMoved)
    menu.type("")
    #expect(menu.answer == "один" && !menu.isMoved)
  }

  @Test func `marks and a moved selection outlast a text that is taken back`() {
    var menu = Self.menu(takesSeveral: true)
    #expect(menu.move(.down) == true)
    menu.type("x")
    #expect(menu.answer == nil)
    menu.type("")
    #expect(menu.answer == "два")
  }

  @Test func `nothing that matches leaves the keys to others`() {
    var menu = Self.menu()
    menu.type("zzz")
    #expect(menu.move(.down) == false)
    #expect(menu.turn(.up, by: 2) == false)
    #expect(menu.rows(columns: 20, rows: 5) == [])
    #expect(menu.answer == nil)
  }

  @Test func `marks are answered in the order of the items`() {
    var menu = Self.menu(takesSeveral: true)
    #expect(menu.move(.up) == true)
    #expect(menu.mark() == true)
    menu.type("д")
    #expect(menu.move(.down) == true)
    #expect(menu.mark() == true)
    #expect(menu.answer == "два, четыре")
    #expect(menu.mark() == true)
    #expect(menu.answer == "четыре")
  }

  @Test func `marks answer unless something is typed`() {
    var menu = Self.menu(takesSeveral: true)
    #expect(menu.mark() == true)
    menu.type("четыре")
    #expect(menu.answer == nil)
    menu.type("")
    #expect(menu.answer == "один")
  }

  @Test func `a menu for one has no marks, and nothing is marked while a text is typed`() {
    var one = Self.menu()
    #expect(one.mark() == false)
    var several = Self.menu(takesSeveral: true)
    several.type("т")
    #expect(several.mark() == false)
    #expect(several.move(.up) == true)
    #expect(several.mark() == true)
  }

  @Test func `of several nothing is taken that was neither marked nor moved to`() {
    var menu = Self.menu(takesSeveral: true)
    #expect(menu.answer == nil)
    #expect(menu.move(.down) == true)
    #expect(menu.answer == "два")
  }

  @Test func `closing brings back what was selected and marked at first, once`() {
    var menu = Self.menu(takesSeveral: true, selecting: "два", marking: ["два"])
    #expect(menu.answer == "два")
    #expect(menu.move(.down) == true)
    #expect(menu.mark() == true)
    #expect(menu.answer == "два, три")
    #expect(menu.close() == true)
    #expect(menu.answer == "два" && menu.cursor == 1)
    #expect(menu.close() == false)
  }

  @Test func `the rows are those that fit, the cursor's among them`() {
    var menu = Self.menu(takesSeveral: true)
    #expect(menu.rows(columns: 20, rows: 9) == ["> один", "  два", "  три", "  четыре"])
    #expect(menu.move(.up) == true)
    #expect(menu.mark() == true)
    #expect(menu.rows(columns: 20, rows: 3) == ["  три", ">*четыре"])
    #expect(menu.rows(columns: 20, rows: 1) == [">*четыре"])
    #expect(menu.rows(columns: 20, rows: 0) == [])
  }

  @Test(arguments: [
    (80, "= £1.00 (one pound)"), (19, "= £1.00 (one pound)"), (18, "= £1.00"), (7, "= £1.00"),
    (6, nil), (0, nil),
  ])
  func `of a remark the words in brackets are left out whole`(columns: Int, shown: String?) {
    #expect(LineGhost.remark("= £1.00 (one pound)").fitting(columns) == shown)
  }

  @Test func `a completion is cut, and a remark without brackets is not`() {
    #expect(LineGhost.completion("green (tea)").fitting(8) == "green (t")
    #expect(LineGhost.completion("green").fitting(0) == nil)
    #expect(LineGhost.remark("= 1 (a (b))").fitting(6) == "= 1")
    #expect(LineGhost.remark("(all of it)").fitting(6) == nil)
  }

  @Test func `a text that was offered and matches nothing takes no item away, and selects none`() {
    var line = LineMenu(
      items: { typed in
        ["один", "два", ""].filter { $0.contains(typed) || typed.isEmpty }
          .map { LineMenu.Item($0) }
      }, draw: { items, _, _, _, _ in items.map(\.display) })
    line.keepsItems = true
    var menu = MenuState(line, typed: "zzz")
    #expect(menu.rows(columns: 20, rows: 5) == ["один", "два"])
    #expect(menu.answer == nil && !menu.isTouched)
    #expect(menu.move(.down) == true)
    #expect(menu.answer == "один")
    menu.type("zz")
    #expect(menu.items.isEmpty)
    menu.type("zzz")
    #expect(menu.items.count == 2 && menu.answer == nil)
    // One that matches selects, as if it had been typed.
    #expect(MenuState(line, typed: "два").answer == "два")
  }

  private static func commands(_ names: [String], isMenu: Bool = true) -> CompletionMenu {
    CompletionMenu(
      of: { typed, _ in
        var result = CompletionResult(
          replacing: typed,
          with: names.filter { $0.hasPrefix(typed) }.map { .init($0, detail: "does \($0)") })
        result.isMenu = isMenu
        result.keys = ["arrows choose", "Enter"]
        return result
      }, style: "", look: .bare)
  }

  @Test func `candidates are a menu with what each does`() {
    let completion = Self.commands([":back", ":goto ", ":help"])
    var menu = MenuState(completion.menu, typed: ":")
    #expect(
      menu.rows(columns: 30, rows: 9) == [
        "❯ :back   does :back", "  :goto   does :goto ", "  :help   does :help",
      ])
    #expect(menu.rows(columns: 12, rows: 2) == ["❯ :back   …", "  … +2"])
    menu.type(":g")
    #expect(menu.answer == ":goto ")
    // Behind a space something else is typed.
    menu.type(":goto ")
    #expect(menu.answer == ":goto ")
    menu.type(":goto x")
    #expect(menu.answer == nil)
    #expect(completion.keys(columns: 40) == "arrows choose · Enter")
    #expect(completion.keys(columns: 12) == "Enter")
  }

  @Test func `candidates that are no menu stay out of sight`() {
    #expect(MenuState(Self.commands([":back"], isMenu: false).menu, typed: ":").items.isEmpty)
  }

  @Test(arguments: 0...12, 1...6)
  func `a window shows the cursor and counts what it hides`(count: Int, rows: Int) {
    for cursor in [nil] + (0..<count).map(Optional.some) {
      let window = MenuWindow(of: count, cursor: cursor, rows: rows)
      #expect(window.before + window.range.count + window.after == count)
      #expect(window.range.count <= rows)
      if let cursor { #expect(window.range.contains(cursor)) }
      if rows > 1, window.range.count < count { #expect(window.range.count == rows - 1) }
    }
  }
}
