import type { AdminTransaction } from '#contract/transactions.ts'

export const METHOD_LABELS: Record<AdminTransaction['method'], string> = {
  wire: 'Wire transfer',
  bank: 'Bank deposit',
  crypto: 'Cryptocurrency',
  internal: 'Internal transfer',
  adjustment: 'Manual adjustment',
  move: 'Between own accounts',
}
