public import Bank
public import ServiceBasics

/// What came of asking a bank, as a journal keeps it: what it answered, or why it did not.
public typealias BankReply<Answer: Codable & Sendable> = ServiceReply<Answer, BankError>
