import type { Page } from '@playwright/test'
import type { Transaction } from '#contract/payments/transactions.ts'
import type { Role } from '#contract/permissions.ts'
import { callApi, createSession, type Method, register, uploadFile } from './api.ts'
import { ADMIN, test as base } from './bank.ts'
import { imageReceipt, type TestFile } from './files.ts'

export { ADMIN, expect } from './bank.ts'

export type AccountOptions = {
  fullName?: string
  role?: Role
  status?: 'Active' | 'Pending'
  /** null: the account has no PIN yet. */
  pin?: string | null
  /** Dollars that the bank adds at the start. */
  balance?: number
  code?: { code: string; description: string }
}
export type TestAccount = Awaited<ReturnType<typeof createAccount>>
export type TestAdmin = ReturnType<typeof adminClient>

const PASSWORD = 'a sentence to keep'
const DAY_MS = 86_400_000
let created = 0

/** A new account for each journey, so that journeys don't see each other's data. */
async function createAccount(baseURL: string, adminToken: string, options: AccountOptions = {}) {
  const { fullName = 'Ada Example', role = 'User', status = 'Active', pin = '1234', balance = 0, code } = options
  created += 1
  const account = { fullName, email: `account-${process.pid}-${created}-${Date.now()}@people.example` }
  const credentials = { email: account.email, password: PASSWORD }
  const { id, cookie } = await register(baseURL, { ...account, ...credentials })
  const callAsAdmin = (method: Method, path: string, body?: unknown) => callApi(baseURL, adminToken, method, path, body)
  const updates = { status, role, ...(code ? codeUpdates(code) : {}) }
  await callAsAdmin('PATCH', '/admin/user', { userId: id, updates })

  const fund = (amount: number, createdAt?: string): Promise<Transaction> =>
    callAsAdmin('POST', '/admin/fund', { userId: id, amount, confirm: true, ...(createdAt ? { createdAt } : {}) })
  if (balance > 0) await fund(balance)

  async function firstSession(): Promise<string> {
    const token = await createSession(baseURL, credentials, cookie)
    if (pin) await callApi(baseURL, token, 'POST', '/users/create-transaction-code', { pin })
    return token
  }
  // Hashing a password is slow by design: an account logs in only when the journey needs its session.
  let session: Promise<string> | undefined
  const token = () => {
    session ??= firstSession()
    return session
  }
  const call = async (method: Method, path: string, body?: unknown) =>
    callApi(baseURL, await token(), method, path, body)

  return {
    ...account,
    ...credentials,
    id,
    token,
    call,
    fund,
    /** One more session, as on another device. */
    logIn: () => createSession(baseURL, credentials, cookie),
    transfer: (amount: number, details: object = {}): Promise<Transaction> =>
      call('POST', '/transfer', {
        accountName: 'Grace Example',
        accountNumber: '0532013000',
        bankName: 'Example Savings Bank',
        amount,
        pin: pin ?? '',
        ...details,
      }),
    deposit: async (amount: number, receipt?: TestFile): Promise<Transaction> => {
      const imageUrl = await uploadFile(baseURL, await token(), receipt ?? (await imageReceipt()))
      return call('POST', '/deposit', { amount, method: 'bank', receipt: imageUrl })
    },
    balance: async (): Promise<number> => (await call('GET', '/users')).user.balance,
    transactions: (): Promise<Transaction[]> => call('GET', '/transactions?limit=100'),
    latestTransaction: async (): Promise<Transaction> => {
      const [latest] = await call('GET', '/transactions?limit=1')
      if (!latest) throw new Error('The account has no transactions.')
      return latest
    },
    sendMessage: (message: string) => call('POST', '/suport/send', { receiver: 'Admin', message }),
  }
}

const codeUpdates = ({ code, description }: { code: string; description: string }) => ({
  transactionCode: { code, expireDate: new Date(Date.now() + 30 * DAY_MS).toISOString() },
  codeDescription: description,
})

const CONFIRM_EVERY_MS = 10 * 60_000
const confirmedAtMs = new Map<string, number>()

/** Sensitive calls need a session confirmed within 15 minutes; a worker's administrator has one for all its journeys. */
async function keepFresh(baseURL: string, token: string) {
  const confirmed = confirmedAtMs.get(token)
  if (confirmed !== undefined && Date.now() - confirmed < CONFIRM_EVERY_MS) return
  if (confirmed !== undefined) await callApi(baseURL, token, 'POST', '/auths/confirm', { password: ADMIN.password })
  confirmedAtMs.set(token, Date.now())
}

/** What the demonstration's administrator does before or during a journey. */
function adminClient(baseURL: string, token: string) {
  const call = (method: Method, path: string, body?: unknown) => callApi(baseURL, token, method, path, body)
  return {
    token,
    call,
    createAccount: (options?: AccountOptions) => createAccount(baseURL, token, options),
    sendMessage: (receiver: string, message: string) => call('POST', '/suport/send', { receiver, message }),
  }
}

export type OpenPage = (token: string, path: string) => Promise<Page>
type Fixtures = {
  admin: TestAdmin
  /** A page in a browser context of its own, with this session. */
  openAs: OpenPage
  /** A page in a browser context of its own, with this session and an open event stream. */
  openLive: OpenPage
  newSignedInPage: (token: string) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  admin: async ({ bank, adminToken }, use) => {
    await keepFresh(bank.baseURL, adminToken)
    await use(adminClient(bank.baseURL, adminToken))
  },
  newSignedInPage: async ({ browser, baseURL }, use) => {
    const pages: Page[] = []
    await use(async (token) => {
      const context = await browser.newContext({ baseURL })
      await context.addInitScript((stored) => localStorage.setItem('authToken', stored), token)
      const page = await context.newPage()
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
  },
  openAs: async ({ newSignedInPage }, use) =>
    use(async (token, path) => {
      const page = await newSignedInPage(token)
      await page.goto(path)
      return page
    }),
  openLive: async ({ newSignedInPage }, use) =>
    use(async (token, path) => {
      const page = await newSignedInPage(token)
      await Promise.all([eventStreamOf(page), page.goto(path)])
      return page
    }),
})

/** Resolves when the page's event stream is open: it receives everything that happens from then on. */
export const eventStreamOf = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/events') && response.ok())
