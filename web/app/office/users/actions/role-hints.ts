import type { Role } from '#contract/permissions.ts'
import { msg, type TextId } from '#contract/text-id.ts'

/** What each role may do, for the person who gives it. */
export const ROLE_HINTS: Record<Role, TextId> = {
  User: msg('A customer without access to the back office.'),
  Support: msg('Reads people and transactions, answers customers.'),
  Teller: msg('Decides about money, verification, status and secrets of customers.'),
  Auditor: msg('Reads everything, with the audit log, reports and exports. Changes nothing.'),
  Admin: msg('Everything, including roles and settings.'),
}
