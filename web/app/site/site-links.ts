import { msg } from '#contract/text-id.ts'

export const SIGN_UP_PATH = '/login?mode=sign-up'

export const siteLinks = [
  { to: '/', name: msg('Home') },
  { to: '/about', name: msg('About') },
  { to: '/services', name: msg('Services') },
  { to: '/contact', name: msg('Contact') },
]
export const footerLinks = siteLinks.slice(1)
