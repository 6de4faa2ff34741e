import {
  ArrowLeftRight,
  House,
  Inbox,
  ListChecks,
  type LucideIcon,
  MessageCircle,
  ScrollText,
  Settings,
  Settings2,
  UserRoundCog,
  WalletCards,
} from 'lucide-react'

export type MenuEntry = { to: string; name: string; icon: LucideIcon }

export const customerEntries: MenuEntry[] = [
  { to: '/dashboard', name: 'Dashboard', icon: House },
  { to: '/dashboard/transactions', name: 'Transactions', icon: WalletCards },
  { to: '/dashboard/transfer', name: 'Transfer', icon: ArrowLeftRight },
  { to: '/dashboard/support-user', name: 'Support', icon: MessageCircle },
  { to: '/dashboard/settings', name: 'Settings', icon: Settings },
]

export const adminEntries: MenuEntry[] = [
  { to: '/dashboard/user', name: 'Users', icon: UserRoundCog },
  { to: '/dashboard/all-transactions', name: 'All Transactions', icon: ListChecks },
  { to: '/dashboard/support', name: 'Admin Support', icon: Inbox },
  { to: '/dashboard/admin-settings', name: 'Admin Settings', icon: Settings2 },
  { to: '/dashboard/audit', name: 'Audit', icon: ScrollText },
]

/** A page of the menu, or one below it, such as a person's. */
export const isBackOffice = (pathname: string) => adminEntries.some(({ to }) => `${pathname}/`.startsWith(`${to}/`))
