import type { Role } from '#contract/permissions.ts'

/** What each role may do, for the person who gives it. */
export const ROLE_HINTS: Record<Role, string> = {
  User: 'A customer without access to the back office.',
  Support: 'Reads people and transactions, answers customers.',
  Teller: 'Decides about money, verification, status and secrets of customers.',
  Auditor: 'Reads everything, with the audit log, reports and exports. Changes nothing.',
  Admin: 'Everything, including roles and settings.',
}
