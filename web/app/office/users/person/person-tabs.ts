import type { ComponentType } from 'react'
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

type PersonTab = { key: string; name: TextId; Component: ComponentType<PersonTabProps> }

const OVERVIEW: PersonTab = { key: 'overview', name: msg('Overview'), Component: OverviewTab }

/** The tabs of a person's page, in order. The key is the `tab` parameter of the address. */
export const PERSON_TABS: PersonTab[] = [
  OVERVIEW,
  { key: 'accounts', name: msg('Accounts'), Component: AccountsTab },
  { key: 'transactions', name: msg('Transactions'), Component: TransactionsTab },
  { key: 'orders', name: msg('Scheduled payments'), Component: ScheduledPaymentsTab },
  { key: 'statements', name: msg('Statements'), Component: StatementsTab },
  { key: 'verification', name: msg('Verification'), Component: VerificationTab },
  { key: 'notes', name: msg('Notes'), Component: NotesTab },
  { key: 'access-log', name: msg('Access log'), Component: AccessLogTab },
]

/** Users edit and share URLs: an unknown tab is the overview. */
export const findTab = (key: string | null): PersonTab => PERSON_TABS.find((tab) => tab.key === key) ?? OVERVIEW

export const tabHref = ({ key }: PersonTab) => (key === OVERVIEW.key ? '?' : `?tab=${key}`)
