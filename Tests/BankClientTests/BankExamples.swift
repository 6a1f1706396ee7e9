import Bank
import BankClient
import ServiceCalls
import ServiceOrders

// The example of BankClient, as it is printed, with what it needs around it.

private enum BankExamples {
  static func accounts() async throws -> [Account] {
    let bank = HTTPBank(
      HTTPBank.Configuration(address: try BankAddress("https://api.starlingbank.com")),
      token: .file("token"), orders: try OrderBook(folder: "orders"))
    let accounts = try await bank.accounts()
    await bank.close()
    return accounts
  }
}
