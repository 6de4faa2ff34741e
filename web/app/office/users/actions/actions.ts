import type { Account } from '#contract/customers/accounts.ts'
import type { User } from '#contract/customers/people.ts'
import type { PersonDetails } from '#contract/office/administration.ts'
import type { Text } from '#contract/text.ts'

export type ConfirmableAction = 'clear-code' | 'reset-pin' | 'end-sessions' | 'confirm-role' | 'leave'
/** What staff can do on a person's page; each opens a dialog. */
export type PersonAction =
  | 'edit'
  | 'fund'
  | 'debit'
  | 'code'
  | 'limit'
  | 'factors'
  | 'standing'
  | 'erase'
  | ConfirmableAction

export type ActionProps = {
  user: User
  accounts: readonly Account[]
  /** As in `PersonDetails`. */
  decidedAlone: number
  onDone: (text: Text, changed?: User) => void
  onBack: () => void
}

export type PersonTabProps = { person: PersonDetails; onAction: (action: PersonAction) => void }
