import ArgumentParser
import Flowline
import FlowlineProgram

// The examples of FlowlineProgram, as they are printed, with what they need around them.

private enum ProgramExamples {
  enum ShopFlows {
    static func catalog(at shop: String) -> FlowCatalog { FlowCatalog() }
  }

  static let texts = TextCatalog(
    Array(#"{"sourceLanguage":"en","version":"1.0","strings":{}}"#.utf8))

  static func main() {
    struct ShopOptions: ProgramOptions {
      @ArgumentParser.Option(help: "The shop's address.")
      var shop = "https://shop.example"

      func world(for use: ProgramUse, in run: ProgramRun) -> ProgramWorld {
        ProgramWorld(ShopFlows.catalog(at: shop), name: "--shop \(shop)")
      }
    }

    FlowProgram("shop", options: ShopOptions.self).main()
  }

  struct TranslatedOptions: ParsableArguments {
    @ArgumentParser.Option(help: ArgumentHelp(texts("help.shop"), valueName: "address"))
    var shop = "https://shop.example"
  }

  struct StockCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "stock", abstract: texts("help.stock"))
    }
  }
}
