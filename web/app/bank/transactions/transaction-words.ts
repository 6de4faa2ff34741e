import type { Transaction } from '#contract/transactions.ts'

const METHODS: Record<Transaction['method'], string> = {
  wire: 'Wire transfer',
  bank: 'Wire transfer',
  crypto: 'Cryptocurrency',
  internal: 'Inside the bank',
  adjustment: 'Booked by the bank',
}

export const methodOf = ({ method, crypto }: Transaction) => crypto?.currency || METHODS[method]

/** The other side in a few words: 'to Grace Example', 'from Ada', or how the money came. */
export function otherSide(transaction: Transaction): string {
  const { counterparty, type } = transaction
  if (counterparty?.accountName) return `${type === 'Transfer' ? 'to' : 'from'} ${counterparty.accountName}`
  return methodOf(transaction)
}

const dayOf = (iso: string) => new Date(iso).toDateString()

/** The bank wrote it down on another day than the one it counts for; people are told wherever that is so. */
export const bookedOnAnotherDay = ({ createdAt, bookedAt }: Transaction) =>
  bookedAt !== null && dayOf(bookedAt) !== dayOf(createdAt)
