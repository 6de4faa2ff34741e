export const SIGN_UP_PATH = '/login?mode=sign-up'

export const siteLinks = [
  { to: '/', name: 'Home' },
  { to: '/about', name: 'About' },
  { to: '/services', name: 'Services' },
  { to: '/contact', name: 'Contact' },
]
export const footerLinks = siteLinks.slice(1)
