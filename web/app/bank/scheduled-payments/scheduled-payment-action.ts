/** What is open about one of the orders. */
export type OrderAction = { kind: 'amount' | 'runs' | 'delete'; orderId: string }
