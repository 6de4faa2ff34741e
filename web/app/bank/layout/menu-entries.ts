import { ArrowLeftRight, House, type LucideIcon, MessageCircle, Send, Settings, WalletCards } from 'lucide-react'
import { msg, type TextId } from '#contract/text-id.ts'

/** `also`: pages without an entry of their own that belong to this one. */
export type MenuEntry = { to: string; name: TextId; icon: LucideIcon; also?: readonly string[] }

export const isBelow = (also: MenuEntry['also'], pathname: string) =>
  also?.some((page) => pathname === page || pathname.startsWith(`${page}/`)) ?? false

/** Stands out from the others: what people come for. */
export const sendEntry: MenuEntry = { to: '/dashboard/send', name: msg('Send'), icon: Send }

export const customerEntries: MenuEntry[] = [
  { to: '/dashboard', name: msg('Dashboard'), icon: House },
  {
    to: '/dashboard/transactions',
    name: msg('Transactions'),
    icon: WalletCards,
    also: ['/dashboard/statements', '/dashboard/budgets'],
  },
  {
    to: '/dashboard/transfer',
    name: msg('Transfer'),
    icon: ArrowLeftRight,
    also: ['/dashboard/orders', '/dashboard/payees', '/dashboard/request'],
  },
  { to: '/dashboard/support-user', name: msg('Support'), icon: MessageCircle },
  {
    to: '/dashboard/settings',
    name: msg('Settings||menu'),
    icon: Settings,
    also: ['/dashboard/security', '/dashboard/pin', '/dashboard/api-keys', '/dashboard/access-log', '/dashboard/check'],
  },
]

const FOR_STAFF = ['/dashboard/settings', '/dashboard/security', '/dashboard/api-keys', '/dashboard/access-log']

/** Whether a page of the online bank is of use without an account: the start page, and those about the own log-in. */
export const isForStaff = (pathname: string): boolean =>
  pathname.replace(/\/$/, '') === '/dashboard' || isBelow(FOR_STAFF, pathname)
