import { ArrowLeftRight, House, type LucideIcon, MessageCircle, Settings, WalletCards } from 'lucide-react'

export type MenuEntry = { to: string; name: string; icon: LucideIcon }

export const customerEntries: MenuEntry[] = [
  { to: '/dashboard', name: 'Dashboard', icon: House },
  { to: '/dashboard/transactions', name: 'Transactions', icon: WalletCards },
  { to: '/dashboard/transfer', name: 'Transfer', icon: ArrowLeftRight },
  { to: '/dashboard/support-user', name: 'Support', icon: MessageCircle },
  { to: '/dashboard/settings', name: 'Settings', icon: Settings },
]
