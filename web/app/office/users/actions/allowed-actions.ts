import type { User } from '#contract/customers/people.ts'
import type { Permission } from '#contract/permissions.ts'
import { userMay } from '../../../shared/session/permitted.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import type { PersonAction } from './actions.ts'

const NEEDS: Record<PersonAction, Permission> = {
  edit: 'people:edit',
  fund: 'money:decide',
  debit: 'money:decide',
  limit: 'people:edit',
  code: 'secrets:reset',
  'clear-code': 'secrets:reset',
  'reset-pin': 'secrets:reset',
  'end-sessions': 'secrets:reset',
  factors: 'secrets:reset',
  standing: 'people:freeze',
  erase: 'authority:change',
  'confirm-role': 'authority:change',
  leave: 'authority:change',
}

/** Closing is final: nothing moves on a closed account, and it does not open again. */
const ON_OPEN_ACCOUNTS: PersonAction[] = ['edit', 'fund', 'debit', 'code', 'limit', 'reset-pin', 'standing']

const OF_STAFF_BY_ADMINS: PersonAction[] = ['factors', 'limit', 'reset-pin', 'standing']

/** Staff who were invited have no account. They leave instead of being closed. */
const ON_ACCOUNTS: PersonAction[] = ['fund', 'debit', 'code', 'clear-code', 'limit', 'reset-pin']

/**
 * On the own account, only the profile can be corrected: 'Another member of staff must do this.' The secrets and limits of
 * staff are an Admin's to change.
 */
export function mayAct(me: User, subject: User, action: PersonAction): boolean {
  if (subject.status === 'Closed' && ON_OPEN_ACCOUNTS.includes(action)) return false
  if (subject.accountNumber === '' && ON_ACCOUNTS.includes(action)) return false
  if (action === 'leave' && (subject.role === 'User' || subject.status === 'Closed')) return false
  if (action === 'erase' && subject.status !== 'Closed') return false
  if (action === 'standing' && subject.status === 'Frozen') return mayEditField(me, subject, 'status')
  if (me._id === subject._id && action !== 'edit') return false
  const ofStaff = OF_STAFF_BY_ADMINS.includes(action) && subject.role !== 'User'
  return userMay(me, ofStaff ? 'authority:change' : NEEDS[action])
}

/** Power over others: role and email address, and the status of staff, which only an Admin changes. */
export const mayEditField = (me: User, subject: User, field: 'role' | 'email' | 'status'): boolean => {
  const isCustomerStatus = field === 'status' && subject.role === 'User'
  return me._id !== subject._id && userMay(me, isCustomerStatus ? 'people:edit' : 'authority:change')
}

/** Which actions the page offers. The server decides each of them again. */
export function useAllowedActions(subject: User) {
  const me = useCurrentAdmin()
  return { isOwn: me._id === subject._id, may: (action: PersonAction) => mayAct(me, subject, action) }
}
