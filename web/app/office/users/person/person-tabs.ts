import type { ComponentType } from 'react'
import type { User } from '#contract/customers/people.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import type { PersonTabProps } from '../actions/actions.ts'
import { AccessLogTab } from './tabs/access-log-tab.tsx'
import { AccountsTab } from './tabs/accounts-tab.tsx'
import { NotesTab } from './tabs/notes-tab.tsx'
import { OverviewTab } from './tabs/overview-tab.tsx'
import { ScheduledPaymentsTab } from './tabs/scheduled-payments-tab.tsx'
import { StatementsTab } from './tabs/statements-tab.tsx'
import { TransactionsTab } from './tabs/transactions-tab.tsx'
import { VerificationTab } from './verification-tab.tsx'

type PersonTab = {
  key: string
  name: TextId
  Component: ComponentType<PersonTabProps>
  /** Not of staff without an account. */
  ofAccount?: true
}

const OVERVIEW: PersonTab = { key: 'overview', name: msg('Overview'), Component: OverviewTab }

/** The tabs of a person's page, in order. The key is the `tab` parameter of the address. */
const PERSON_TABS: PersonTab[] = [
  OVERVIEW,
  { key: 'accounts', name: msg('Accounts'), Component: AccountsTab, ofAccount: true },
  { key: 'transactions', name: msg('Transactions'), Component: TransactionsTab, ofAccount: true },
  { key: 'orders', name: msg('Scheduled payments'), Component: ScheduledPaymentsTab, ofAccount: true },
  { key: 'statements', name: msg('Statements'), Component: StatementsTab, ofAccount: true },
  { key: 'verification', name: msg('Verification'), Component: VerificationTab, ofAccount: true },
  { key: 'notes', name: msg('Notes'), Component: NotesTab },
  { key: 'access-log', name: msg('Access log'), Component: AccessLogTab },
]

export const tabsOf = ({ accountNumber }: Pick<User, 'accountNumber'>) =>
  PERSON_TABS.filter(({ ofAccount }) => accountNumber !== '' || !ofAccount)

/** Users edit and share URLs: an unknown tab is the overview. */
export const findTab = (tabs: readonly PersonTab[], key: string | null): PersonTab =>
  tabs.find((tab) => tab.key === key) ?? OVERVIEW

export const tabHref = ({ key }: PersonTab) => (key === OVERVIEW.key ? '?' : `?tab=${key}`)
