import type { Page } from '@playwright/test'

export type Camera = {
  address: string
  phone: boolean
  /** Opens a separate browser context, signed in if a token is given. */
  open: (token?: string) => Promise<Page>
  /** Saves a screenshot of the viewport. */
  take: (page: Page, name: string) => Promise<void>
}

export async function logIn({ address }: Camera, email: string, password = 'Fable-demo-2026'): Promise<string> {
  const response = await fetch(`${address}/api/auths/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} can’t log in: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}

/** Opens the page and waits until its data has loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByText('Loading...').first().waitFor({ state: 'detached' })
}
