import Bank
