import type { Page } from '@playwright/test'

export type Camera = {
  address: string
  phone: boolean
  /** A browser of its own, signed in when there is a token. */
  open: (token?: string) => Promise<Page>
  /** A picture of what can be seen now. */
  take: (page: Page, name: string) => Promise<void>
}

export async function tokenOf({ address }: Camera, email: string, password = 'Fable-demo-2026'): Promise<string> {
  const answer = await fetch(`${address}/api/auths/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`${email} can’t log in: ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

/** Goes there and waits until everything that loads has loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByText('Loading...').first().waitFor({ state: 'detached' })
}
