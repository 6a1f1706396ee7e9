extension GoalOrder {
  /// The order with its key in lower case, as UUIDs are the same in either.
  package var canonical: GoalOrder {
    GoalOrder(key: key.lowercased(), account: account, name: name, target: target)
  }
}

extension TransferOrder {
  /// The order as a bank knows it: by the id of the transfer alone.
  package var asTransfer: TransferOrder {
    TransferOrder(
      key: transfer, account: account, goal: goal, amount: amount, covering: covering,
      direction: direction)
  }

  /// The order with its key in lower case and the covered payments sorted, each once.
  package var canonical: TransferOrder {
    TransferOrder(
      key: key.lowercased(), transfer: transfer.lowercased(), account: account, goal: goal,
      amount: amount,
      covering: Set(covering).sorted(), direction: direction)
  }
}

extension GoalDeletion {
  /// The order with its key in lower case, as UUIDs are the same in either.
  package var canonical: GoalDeletion {
    GoalDeletion(key: key.lowercased(), account: account, goal: goal)
  }
}
