import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'

/** Whether the own account sends or receives the money. The ledger refuses such decisions. */
export function useTouchesOwnAccount({ user, method, counterparty }: AdminTransaction): boolean {
  const me = useCurrentAdmin()
  return user._id === me._id || (method === 'internal' && counterparty?.accountNumber === me.accountNumber)
}
