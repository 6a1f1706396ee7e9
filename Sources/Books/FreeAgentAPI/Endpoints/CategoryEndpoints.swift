// What each request declares is explained once, at `FreeAgent.Endpoint`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import FoundationEssentials
public import ServiceBasics

extension FreeAgent {
  /// The categories of the books in their four lists.
  ///
  /// Source: the page “Categories”.
  public struct Categories: Sendable, Hashable {
    /// The lists by the names that answers have for them, in their order.
    public enum Group: String, Sendable, Hashable, CaseIterable {
      /// Administration.
      case adminExpenses = "admin_expenses_categories"
      /// Cost of sales.
      case costOfSales = "cost_of_sales_categories"
      /// Income.
      case income = "income_categories"
      /// All else: assets, liabilities, users, taxes.
      case general = "general_categories"
    }

    /// The categories of each list.
    public var lists: [Group: [Category]]

    /// Those that could not be read.
    public var unread: [UnreadElement]

    /// Makes it of its parts.
    public init(_ lists: [Group: [Category]], unread: [UnreadElement] = []) {
      self.lists = lists
      self.unread = unread
    }

    /// The categories of a list; empty if there are none.
    public subscript(group: Group) -> [Category] { lists[group] ?? [] }

    /// All of them, list by list.
    public var all: [Category] { Group.allCases.flatMap { self[$0] } }

    /// The body of an answer, as a server has to make it: all four lists.
    public var body: JSON {
      .object(
        Dictionary(
          uniqueKeysWithValues: Group.allCases.map { ($0.rawValue, self[$0].member) }))
    }
  }

  /// All categories, at once.
  public struct GetCategories: Endpoint {
    public static let method = Method.get
    public static let route = Category.listRoute
    public static let level = Category.level

    /// Whether sub-accounts are wanted too, such as those of users.
    public let includesSubAccounts: Bool

    /// Makes the request.
    public init(includingSubAccounts: Bool = false) {
      includesSubAccounts = includingSubAccounts
    }

    public var query: [FormItem] {
      includesSubAccounts ? [FormItem("sub_accounts", "true")] : []
    }

    public static func answer(from body: Data) throws -> Categories {
      var categories = Categories([:])
      let object = try JSONDecoder().decode([String: JSON].self, from: body)
      for group in Categories.Group.allCases where object[group.rawValue] ?? .null != .null {
        let list = try Batch<Category>(from: body, key: group.rawValue)
        categories.lists[group] = list.elements
        categories.unread += list.unread
      }
      return categories
    }
  }

  /// A category with the list that it is in.
  public struct GroupedCategory: Sendable, Hashable {
    /// The category itself.
    public var category: Category
    /// Which of the four lists it is in.
    public var group: Categories.Group

    /// Makes it of its parts.
    public init(_ category: Category, in group: Categories.Group) {
      self.category = category
      self.group = group
    }

    /// Reads an answer, whose member is named after the list.
    ///
    /// - Throws: a `DecodingError` if there is none.
    public init(from body: Data) throws {
      let object = try JSONDecoder().decode([String: JSON].self, from: body)
      let group = Categories.Group.allCases.first { object[$0.rawValue] != nil } ?? .general
      self.init(try Category(from: body, key: group.rawValue), in: group)
    }

    /// The body of an answer, as a server has to make it.
    public var body: JSON { category.enveloped(as: group.rawValue) }
  }

  /// One category, by its code.
  public struct GetCategory: Endpoint {
    public static let method = Method.get
    public static let route = "/v2/categories/{nominal_code}"
    public static let level = Category.level

    /// The nominal code of the category, such as `285`.
    public let code: Identifier<Category>

    /// Makes the request.
    public init(_ code: Identifier<Category>) { self.code = code }

    public var pathValues: [String] { [code.description] }

    public static func answer(from body: Data) throws -> GroupedCategory {
      try GroupedCategory(from: body)
    }
  }

  /// Makes a category of one's own; its code can be used once.
  public struct CreateCategory: Endpoint {
    public static let method = Method.post
    public static let route = Category.listRoute
    public static let level = Category.level

    /// The new category, with a code that no other has.
    public let contents: Category

    /// Makes the request.
    public init(_ contents: Category) { self.contents = contents }

    public var body: JSON? { contents.enveloped(as: Category.key) }

    public static func answer(from body: Data) throws -> GroupedCategory {
      try GroupedCategory(from: body)
    }
  }

  /// Changes a category of one's own.
  public struct UpdateCategory: Endpoint {
    public static let method = Method.put
    public static let route = GetCategory.route
    public static let level = Category.level

    /// The nominal code of the category, such as `285`.
    public let code: Identifier<Category>
    /// What is to become of it.
    public let changes: Category

    /// Makes the request.
    public init(_ code: Identifier<Category>, _ changes: Category) {
      self.code = code
      self.changes = changes
    }

    public var isRepeatable: Bool { true }

    public var pathValues: [String] { [code.description] }

    public var body: JSON? { changes.enveloped(as: Category.key) }

    public static func answer(from body: Data) throws -> GroupedCategory? {
      try body.isBlank ? nil : GroupedCategory(from: body)
    }
  }

  /// Deletes a category of one's own.
  public struct DeleteCategory: Endpoint {
    public typealias Answer = Nothing

    public static let method = Method.delete
    public static let route = GetCategory.route
    public static let level = Category.level

    /// The nominal code of the category, such as `285`.
    public let code: Identifier<Category>

    /// Makes the request.
    public init(_ code: Identifier<Category>) { self.code = code }

    public var pathValues: [String] { [code.description] }
  }
}
