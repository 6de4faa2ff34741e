import type { User } from '#contract/customers/people.ts'
import type { Text } from '#contract/text.ts'
import { isOpen, useAccounts } from './accounts-query.ts'

export type Payer = {
  balance: number
  number: string
  /** Undefined for the main account. */
  savingsName?: Text
}

/** The own account that pays. Of the main account the profile knows as much, and is loaded already. */
export function usePayer(user: User, accountId: string): Payer {
  const account = useAccounts().find((each) => each._id === accountId && isOpen(each))
  if (!account || account.kind === 'main') return { balance: user.balance, number: user.accountNumber }
  return { balance: account.balance, number: account.number, savingsName: account.name }
}
