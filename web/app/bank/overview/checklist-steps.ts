import type { User } from '#contract/customers/people.ts'
import type { Verification } from '#contract/identity/verification.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'

export const STEPS = ['email', 'documents', 'pin', 'money'] as const
export type StepName = (typeof STEPS)[number]

type Person = Pick<User, 'status' | 'emailConfirmed' | 'hasPin' | 'balance' | 'held'>
/** Undefined until loaded: nothing is asked for that may be done. */
type Loaded = {
  verification: Pick<Verification, 'state'> | undefined
  transactions: readonly Pick<OwnTransaction, 'status'>[] | undefined
}

/** What a new customer has yet to do. Documents that staff look at are not done: the person is told when they are. */
export function openSteps(user: Person, { verification, transactions }: Loaded): StepName[] {
  if (user.status === 'Frozen' || user.status === 'Closed') return []
  const hasHadMoney =
    user.balance > 0 || user.held > 0 || (transactions?.some(({ status }) => status === 'Completed') ?? true)
  const isOpen: Record<StepName, boolean> = {
    email: !user.emailConfirmed,
    documents: user.status === 'Pending' && verification !== undefined,
    pin: !user.hasPin,
    money: !hasHadMoney,
  }
  return STEPS.filter((step) => isOpen[step])
}
