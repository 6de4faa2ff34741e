import type { Transaction } from '#contract/transactions.ts'

const METHODS: Record<Transaction['method'], string> = {
  wire: 'Wire transfer',
  bank: 'Wire transfer',
  crypto: 'Cryptocurrency',
  internal: 'Internal transfer',
  adjustment: 'Adjustment by the bank',
  move: 'Between your accounts',
}

export const methodLabel = ({ method, crypto, reverses }: Transaction) =>
  reverses ? 'Reversal by the bank' : crypto?.currency || METHODS[method]

/** The list that contains the transaction, with its details open. */
export const detailsHref = ({ _id, reference }: Pick<Transaction, '_id' | 'reference'>) =>
  `/dashboard/transactions?${new URLSearchParams({ search: reference, transaction: _id })}`

/** 'to Grace Example', 'from Ada', or the method when there is no counterparty or the bank booked it. */
export function counterpartyLabel(transaction: Transaction): string {
  const { counterparty, type, reverses } = transaction
  if (!reverses && counterparty?.accountName)
    return `${type === 'Transfer' ? 'to' : 'from'} ${counterparty.accountName}`
  return methodLabel(transaction)
}
