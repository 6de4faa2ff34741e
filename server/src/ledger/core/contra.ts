import type { ContraAccount, Transaction } from '../types.ts'

/** A reversal has the method of its original, and so the same contra account. */
export function contraOf({ method }: Pick<Transaction, 'method'>): ContraAccount {
  if (method === 'adjustment') return 'adjustments'
  if (method === 'internal' || method === 'move') return 'customer_funds'
  return method === 'crypto' ? 'crypto_clearing' : 'wire_clearing'
}
