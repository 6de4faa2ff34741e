import { Bell, type LucideIcon, Palette, ShieldCheck, UserRound, Vault, WalletCards } from 'lucide-react'
import { msg, type TextId } from '#contract/text-id.ts'

/** The menu of the settings. Each page fits on one or two screens of a phone. */
export const SETTINGS_PAGES: readonly { to: string; name: TextId; icon: LucideIcon }[] = [
  { to: '/dashboard/settings', name: msg('Profile'), icon: UserRound },
  { to: '/dashboard/settings/security', name: msg('Security'), icon: ShieldCheck },
  { to: '/dashboard/settings/payments', name: msg('Limits and programs'), icon: WalletCards },
  { to: '/dashboard/settings/notifications', name: msg('Notifications'), icon: Bell },
  { to: '/dashboard/settings/display', name: msg('Language and appearance'), icon: Palette },
  { to: '/dashboard/settings/data', name: msg('Your data'), icon: Vault },
]
