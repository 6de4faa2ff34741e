import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'

export type OfficeAction = { name: TextId; to: string; permission: Permission }

const { transactions, support, verifications, proposals, users, staff, statements, entries, runs, closings, settings } =
  OFFICE_PAGES

/** What staff look for by what they want to do. Each only opens the page where it is done, or its dialog. */
const ACTIONS: OfficeAction[] = [
  {
    name: msg('Decide on waiting deposits'),
    to: `${transactions.to}?status=Pending&type=Deposit`,
    permission: 'money:decide',
  },
  {
    name: msg('Decide on waiting transfers'),
    to: `${transactions.to}?status=Pending&type=Transfer`,
    permission: 'money:decide',
  },
  { name: msg('Answer a customer'), to: support.to, permission: 'support:reply' },
  { name: msg('Verify a person'), to: verifications.to, permission: verifications.permission },
  { name: msg('Confirm a proposal'), to: proposals.to, permission: 'secrets:reset' },
  { name: msg('Add a customer'), to: `${users.to}?add`, permission: 'people:edit' },
  { name: msg('Invite a member of staff'), to: `${staff.to}?invite`, permission: 'authority:change' },
  { name: msg('Freeze an account: find the person'), to: users.to, permission: 'people:edit' },
  { name: msg('Import a bank statement'), to: statements.to, permission: 'outside:manage' },
  { name: msg('Book matched lines'), to: `${entries.to}?state=matched`, permission: 'outside:manage' },
  { name: msg('Make a payment run'), to: runs.to, permission: 'outside:manage' },
  { name: msg('New journal entry'), to: '/dashboard/books/entries/new', permission: 'books:manage' },
  { name: msg('Close a month'), to: closings.to, permission: 'books:manage' },
  { name: msg('Change the payment details'), to: settings.to, permission: settings.permission },
]

export const actionsOf = (role: Role) => ACTIONS.filter(({ permission }) => hasPermission(role, permission))
