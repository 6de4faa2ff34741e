import type { Account } from '#contract/customers/accounts.ts'

/** What a person does with their accounts; each has a dialog. Accounts are named by id, because their balances change. */
export type AccountAction =
  | { kind: 'open' }
  | { kind: 'move'; from: Account['_id']; to: Account['_id'] }
  | { kind: 'edit'; account: Account['_id'] }
  | { kind: 'rules'; account: Account['_id'] }
  | { kind: 'close'; account: Account['_id'] }
