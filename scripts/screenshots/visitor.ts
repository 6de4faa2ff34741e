import type { Camera } from './tour.ts'

const PAGES = {
  landing: '/',
  about: '/about',
  services: '/services',
  verify: '/verify',
  contact: '/contact',
  login: '/login',
  'sign-up': '/login?mode=sign-up',
  'reset-password': '/reset-password?token=of-an-email',
  'not-found': '/no-such-page',
}

export async function visitorTour({ open, take, phone }: Camera): Promise<void> {
  const page = await open()
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(path)
    await take(page, name)
  }
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Support chat' }).click()
  await take(page, 'contact-chat')
  if (phone) {
    await page.goto('/')
    await page.locator('summary', { hasText: 'Menu' }).click()
    await take(page, 'menu')
  }
  await page.context().close()
}
