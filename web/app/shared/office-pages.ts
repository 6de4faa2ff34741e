import {
  BookOpenText,
  ChartColumn,
  FileInput,
  Handshake,
  IdCard,
  Inbox,
  LayoutDashboard,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  NotebookPen,
  Rows3,
  Scale,
  ScrollText,
  SendToBack,
  Settings2,
  UserRoundCog,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { msg, type TextId } from '#contract/text-id.ts'

/** The parts of the menu of staff, in its order. */
export const OFFICE_GROUPS = {
  work: msg('Work'),
  people: msg('People'),
  money: msg('Money outside'),
  books: msg('Books'),
  bank: msg('Bank||office menu'),
} as const
type OfficeGroup = keyof typeof OFFICE_GROUPS

export type OfficePage = {
  to: string
  name: TextId
  icon: LucideIcon
  group: OfficeGroup
  /** Staff without it don't see the entry, and the page says so instead of loading. */
  permission: Permission
  /** The short name of a page in the bar at the bottom of a phone, of those used most. */
  bar?: TextId
}

/** Every page of the back office, in the order of the menu. The menus, the search and the routes read this list. */
export const OFFICE_PAGES = {
  overview: {
    to: '/dashboard',
    name: msg('Overview'),
    icon: LayoutDashboard,
    group: 'work',
    permission: 'people:read',
    bar: msg('Overview'),
  },
  transactions: {
    to: '/dashboard/all-transactions',
    name: msg('All Transactions'),
    icon: ListChecks,
    group: 'work',
    permission: 'people:read',
    bar: msg('Transactions'),
  },
  verifications: {
    to: '/dashboard/verifications',
    name: msg('Verifications'),
    icon: IdCard,
    group: 'work',
    permission: 'people:edit',
  },
  proposals: {
    to: '/dashboard/proposals',
    name: msg('Proposals'),
    icon: Handshake,
    group: 'work',
    permission: 'people:read',
  },
  support: {
    to: '/dashboard/support',
    name: msg('Admin Support'),
    icon: Inbox,
    group: 'work',
    permission: 'support:read',
    bar: msg('Support'),
  },
  users: {
    to: '/dashboard/user',
    name: msg('Users'),
    icon: UserRoundCog,
    group: 'people',
    permission: 'people:read',
    bar: msg('Users'),
  },
  staff: {
    to: '/dashboard/staff',
    name: msg('Staff||everybody'),
    icon: UsersRound,
    group: 'people',
    permission: 'people:read',
  },
  statements: {
    to: '/dashboard/outside/statements',
    name: msg('Bank statements'),
    icon: FileInput,
    group: 'money',
    permission: 'outside:read',
  },
  entries: {
    to: '/dashboard/outside/lines',
    name: msg('Statement lines'),
    icon: Rows3,
    group: 'money',
    permission: 'statements:read',
  },
  runs: {
    to: '/dashboard/outside/payment-runs',
    name: msg('Payment runs'),
    icon: SendToBack,
    group: 'money',
    permission: 'outside:read',
  },
  reconciliation: {
    to: '/dashboard/outside',
    name: msg('Reconciliation'),
    icon: Scale,
    group: 'money',
    permission: 'outside:read',
  },
  chart: {
    to: '/dashboard/books/chart',
    name: msg('Chart of accounts'),
    icon: BookOpenText,
    group: 'books',
    permission: 'audit:read',
  },
  journalEntries: {
    to: '/dashboard/books/entries',
    name: msg('Journal entries'),
    icon: NotebookPen,
    group: 'books',
    permission: 'audit:read',
  },
  reports: {
    to: '/dashboard/outside/reports',
    name: msg('Reports'),
    icon: ChartColumn,
    group: 'books',
    permission: 'outside:read',
  },
  closings: {
    to: '/dashboard/outside/closings',
    name: msg('Closings'),
    icon: LockKeyhole,
    group: 'books',
    permission: 'audit:read',
  },
  settings: {
    to: '/dashboard/admin-settings',
    name: msg('Admin Settings'),
    icon: Settings2,
    group: 'bank',
    permission: 'settings:change',
  },
  webhooks: {
    to: '/dashboard/admin-settings/webhooks',
    name: msg('Webhooks'),
    icon: Webhook,
    group: 'bank',
    permission: 'settings:change',
  },
  audit: { to: '/dashboard/audit', name: msg('Audit'), icon: ScrollText, group: 'bank', permission: 'audit:read' },
} as const satisfies Record<string, OfficePage>

const PAGES: OfficePage[] = Object.values(OFFICE_PAGES)

/** The pages that a role may open. */
export const officePagesOf = (role: Role) => PAGES.filter(({ permission }) => hasPermission(role, permission))

/** The menu of a role: its pages by group, without empty groups. */
export const officeMenuOf = (role: Role) =>
  Object.entries(OFFICE_GROUPS)
    .map(([group, name]) => ({ name, pages: officePagesOf(role).filter((page) => page.group === group) }))
    .filter(({ pages }) => pages.length > 0)

/** Whether another page lies below this one's address: then only the address itself is this page. */
export const hasPagesBelow = ({ to }: OfficePage) => PAGES.some((page) => page.to.startsWith(`${to}/`))

/** The page of an address, or the one that it lies below, such as Users for a person's. */
export const officePageAt = (pathname: string): OfficePage | undefined =>
  PAGES.find((page) => page.to === pathname || (!hasPagesBelow(page) && pathname.startsWith(`${page.to}/`)))
