import { msg, type TextId } from './text-id.ts'

export const ROLES = ['User', 'Support', 'Teller', 'Auditor', 'Admin'] as const
export type Role = (typeof ROLES)[number]
export const STAFF_ROLES = ROLES.filter((role) => role !== 'User')
export const ROLE_NAMES: Record<Role, TextId> = {
  User: msg('User'),
  Support: msg('Support'),
  Teller: msg('Teller'),
  Auditor: msg('Auditor'),
  Admin: msg('Admin'),
}

/**
 * What each permission allows, and the roles that have it. Routes, the ledger, menus and pages read this table; nothing
 * else decides by role. Pages load this file, so it has no schemas.
 */
export const PERMISSIONS = {
  /** People and their transactions. */
  'people:read': ['Support', 'Teller', 'Auditor', 'Admin'],
  /** The support inbox, contact messages and newsletter subscriptions. */
  'support:read': ['Support', 'Teller', 'Auditor', 'Admin'],
  /** Answering; a read by someone without it does not mark a message as read. */
  'support:reply': ['Support', 'Teller', 'Admin'],
  /** Freezing a customer; unfreezing is editing. */
  'people:freeze': ['Support', 'Teller', 'Admin'],
  /** New customers, profile, status (unfreeze, close) and verification of a customer. */
  'people:edit': ['Teller', 'Admin'],
  /** Approve, decline, fund, debit, reverse, and confirm proposals about money. */
  'money:decide': ['Teller', 'Admin'],
  /** Transaction codes, PIN and second factors of a customer; ending their sessions. */
  'secrets:reset': ['Teller', 'Admin'],
  /** Audit log, reports, exports, verifying the books. */
  'audit:read': ['Auditor', 'Admin'],
  /** The chart of accounts, journal entries by hand and closings: proposing and confirming them. */
  'books:manage': ['Admin'],
  /** Lines of bank statements: evidence for deposits. */
  'statements:read': ['Teller', 'Auditor', 'Admin'],
  /** Accounts at other banks, their statements, payment runs and reconciliation. */
  'outside:read': ['Auditor', 'Admin'],
  /** Import, match, ignore and return statement entries; make payment runs; credit wires that came back. */
  'outside:manage': ['Admin'],
  /** Roles, email of others, the standing of staff, and proposals about them. */
  'authority:change': ['Admin'],
  'settings:change': ['Admin'],
} as const satisfies Record<string, readonly Exclude<Role, 'User'>[]>
export type Permission = keyof typeof PERMISSIONS

export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)

export const hasPermission = (role: Role, permission: Permission): boolean =>
  PERMISSIONS[permission].some((allowed) => allowed === role)

export const isStaff = (role: Role): boolean => role !== 'User'
