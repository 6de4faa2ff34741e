import {
  Handshake,
  IdCard,
  Inbox,
  Landmark,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Settings2,
  UserRoundCog,
} from 'lucide-react'
import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'

export type OfficePage = {
  to: string
  name: string
  icon: LucideIcon
  /** Staff without it don't see the entry, and the page says so instead of loading. */
  permission: Permission
  /** A tab above the pages of the office; phones leave the prefix out. */
  tab?: { prefix: string; name: string }
}

/** Every page of the back office, in the order of the menu. Menus, tabs and routes read this list. */
export const OFFICE_PAGES = {
  users: {
    to: '/dashboard/user',
    name: 'Users',
    icon: UserRoundCog,
    permission: 'people:read',
    tab: { prefix: '', name: 'Users' },
  },
  transactions: {
    to: '/dashboard/all-transactions',
    name: 'All Transactions',
    icon: ListChecks,
    permission: 'people:read',
    tab: { prefix: 'All', name: 'Transactions' },
  },
  verifications: {
    to: '/dashboard/verifications',
    name: 'Verifications',
    icon: IdCard,
    permission: 'people:edit',
    tab: { prefix: '', name: 'Verifications' },
  },
  proposals: {
    to: '/dashboard/proposals',
    name: 'Proposals',
    icon: Handshake,
    permission: 'people:read',
    tab: { prefix: '', name: 'Proposals' },
  },
  outside: {
    to: '/dashboard/outside',
    name: 'Outside Money',
    icon: Landmark,
    permission: 'outside:read',
    tab: { prefix: 'Outside', name: 'Money' },
  },
  support: { to: '/dashboard/support', name: 'Admin Support', icon: Inbox, permission: 'support:read' },
  settings: {
    to: '/dashboard/admin-settings',
    name: 'Admin Settings',
    icon: Settings2,
    permission: 'settings:change',
    tab: { prefix: 'Admin', name: 'Settings' },
  },
  audit: {
    to: '/dashboard/audit',
    name: 'Audit',
    icon: ScrollText,
    permission: 'audit:read',
    tab: { prefix: '', name: 'Audit' },
  },
} as const satisfies Record<string, OfficePage>

const PAGES: OfficePage[] = Object.values(OFFICE_PAGES)

/** The pages that a role may open. */
export const officePagesOf = (role: Role) => PAGES.filter(({ permission }) => hasPermission(role, permission))

/** A page of the menu, or one below it, such as a person's. */
export const isBackOffice = (pathname: string) => PAGES.some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
