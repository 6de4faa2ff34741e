import type { Page } from '@playwright/test'
import { test as base, expect } from './bank.ts'

export { expect }

type Account = {
  fullName?: string
  status?: 'Active' | 'Pending'
  /** null: none yet. */
  pin?: string | null
  balance?: number
  code?: { code: string; description: string }
}

export type Holder = Awaited<ReturnType<typeof openAccount>>

const PASSWORD = 'a sentence to keep'
let opened = 0

/** Calls the bank as somebody's program would; anything but a success is a mistake of the test. */
export async function ask(base: string, token: string | null, method: string, path: string, body?: unknown) {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}

const logIn = async (base: string, email: string, password: string): Promise<string> =>
  (await ask(base, null, 'POST', '/auths/login', { email, password })).token

/** Somebody new, so that no journey sees what another one did. */
async function openAccount(base: string, adminToken: string, account: Account) {
  const { fullName = 'Ada Example', status = 'Active', pin = '1234', balance = 0, code } = account
  opened += 1
  const email = `holder-${process.pid}-${opened}@people.example`
  const { _id } = await ask(base, null, 'POST', '/auths/register', { fullName, email, password: PASSWORD })
  const expireDate = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const updates = {
    status,
    ...(code ? { transactionCode: { code: code.code, expireDate }, codeDescription: code.description } : {}),
  }
  await ask(base, adminToken, 'PATCH', '/admin/user', { userId: _id, updates })
  const token = await logIn(base, email, PASSWORD)
  if (pin) await ask(base, token, 'POST', '/users/create-transaction-code', { pin })
  const admin = (method: string, path: string, body?: unknown) => ask(base, adminToken, method, path, body)
  const fund = (amount: number, createdAt?: string) =>
    admin('POST', '/admin/fund', { userId: _id, amount, ...(createdAt ? { createdAt } : {}) })
  if (balance > 0) await fund(balance)
  const call = (method: string, path: string, body?: unknown) => ask(base, token, method, path, body)
  return {
    id: _id as string,
    email,
    fullName,
    password: PASSWORD,
    token,
    call,
    admin,
    fund,
    signIn: () => logIn(base, email, PASSWORD),
    /** A submitted transfer, without the form. */
    transfer: (amount: number, accountName = 'Grace Example', more: object = {}) =>
      call('POST', '/transfer', {
        accountName,
        accountNumber: '0532013000',
        bankName: 'Example Savings Bank',
        amount,
        pin: pin ?? '',
        ...more,
      }),
    /** A submitted deposit with a small PDF as its receipt. */
    async deposit(amount: number) {
      const form = new FormData()
      form.set('image', new Blob([`%PDF-1.4\n% ${Math.random()}\n%%EOF\n`], { type: 'application/pdf' }), 'receipt.pdf')
      const sent = await fetch(`${base}/api/images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      const { imageUrl } = (await sent.json()) as { imageUrl: string }
      return call('POST', '/deposit', { amount, method: 'bank', receipt: imageUrl })
    },
    balance: async () => (await call('GET', '/users')).user.balance as number,
    transactions: () => call('GET', '/transactions?limit=100'),
  }
}

/** `account` says what the holder is like; the browser starts with their session. */
export const test = base.extend<{ account: Account; holder: Holder }, { adminToken: string }>({
  account: [{}, { option: true }],
  adminToken: [
    async ({ bank }, use) => use(await logIn(bank.baseURL, 'admin@fable.example', 'Fable-admin-2026')),
    { scope: 'worker' },
  ],
  holder: async ({ bank, adminToken, account }, use) => use(await openAccount(bank.baseURL, adminToken, account)),
  storageState: async ({ bank, holder }, use) =>
    use({
      cookies: [],
      origins: [{ origin: bank.baseURL, localStorage: [{ name: 'authToken', value: holder.token }] }],
    }),
})

export const WIDTHS = { phone: { width: 375, height: 812 }, desktop: { width: 1440, height: 900 } } as const
export type Width = keyof typeof WIDTHS

/** The same journey at both widths. */
export function atBothWidths(journeys: (width: Width) => void) {
  for (const width of ['phone', 'desktop'] as const)
    test.describe(width, () => {
      test.use({ viewport: WIDTHS[width], hasTouch: width === 'phone' })
      journeys(width)
    })
}

/** Without live news the page learns of a change only when it next asks for something, and never asks by itself. */
export const holdNews = (page: Page) => page.context().route('**/api/events**', (route) => route.abort())

/** What the browser complained about: errors, warnings, broken policies. Reading it empties it. */
export function complaintsOf(page: Page) {
  let complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return () => {
    const said = complaints
    complaints = []
    return said
  }
}

/** Digits into boxes: the first one takes the focus by itself, and each digit moves it on. */
export async function typeDigits(page: Page, label: string, digits: string) {
  await expect(page.getByRole('textbox', { name: label, exact: true })).toBeFocused()
  await page.keyboard.type(digits)
}
