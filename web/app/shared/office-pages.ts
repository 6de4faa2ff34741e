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
import { msg, type TextId } from '#contract/text-id.ts'

export type OfficePage = {
  to: string
  name: TextId
  icon: LucideIcon
  /** Staff without it don't see the entry, and the page says so instead of loading. */
  permission: Permission
  /** A tab above the pages of the office, with the name that phones show. */
  tab?: TextId
}

/** Every page of the back office, in the order of the menu. Menus, tabs and routes read this list. */
export const OFFICE_PAGES = {
  users: {
    to: '/dashboard/user',
    name: msg('Users'),
    icon: UserRoundCog,
    permission: 'people:read',
    tab: msg('Users'),
  },
  transactions: {
    to: '/dashboard/all-transactions',
    name: msg('All Transactions'),
    icon: ListChecks,
    permission: 'people:read',
    tab: msg('Transactions'),
  },
  verifications: {
    to: '/dashboard/verifications',
    name: msg('Verifications'),
    icon: IdCard,
    permission: 'people:edit',
    tab: msg('Verifications'),
  },
  proposals: {
    to: '/dashboard/proposals',
    name: msg('Proposals'),
    icon: Handshake,
    permission: 'people:read',
    tab: msg('Proposals'),
  },
  externalMoney: {
    to: '/dashboard/outside',
    name: msg('Outside Money'),
    icon: Landmark,
    permission: 'outside:read',
    tab: msg('Money'),
  },
  support: { to: '/dashboard/support', name: msg('Admin Support'), icon: Inbox, permission: 'support:read' },
  settings: {
    to: '/dashboard/admin-settings',
    name: msg('Admin Settings'),
    icon: Settings2,
    permission: 'settings:change',
    tab: msg('Settings'),
  },
  audit: {
    to: '/dashboard/audit',
    name: msg('Audit'),
    icon: ScrollText,
    permission: 'audit:read',
    tab: msg('Audit'),
  },
} as const satisfies Record<string, OfficePage>

const PAGES: OfficePage[] = Object.values(OFFICE_PAGES)

/** The pages that a role may open. */
export const officePagesOf = (role: Role) => PAGES.filter(({ permission }) => hasPermission(role, permission))

/** A page of the menu, or one below it, such as a person's. */
export const isBackOffice = (pathname: string) => PAGES.some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
