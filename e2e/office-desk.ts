/// <reference lib="dom" />
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, expect } from './bank.ts'
import { ADMIN, openAs, tokenOf } from './live-bank.ts'

export { expect, openAs }

type Method = 'get' | 'post' | 'patch' | 'put'
type Options = { fullName?: string; balance?: number; status?: 'Active' | 'Pending' }

let made = 0
const newEmail = () => {
  made += 1
  return `desk-${process.pid}-${made}-${Date.now()}@people.example`
}

/** Calls the bank as a program would; anything but a success is a mistake of the test. */
async function ask(request: APIRequestContext, token: string, method: Method, path: string, data?: object) {
  const answer = await request[method](`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** An administrator's desk: what a journey needs to have happened before it begins. */
function openDesk(request: APIRequestContext, token: string) {
  const admin = (method: Method, path: string, data?: object) => ask(request, token, method, path, data)

  async function person({ fullName = 'Ada Example', balance = 0, status = 'Active' }: Options = {}) {
    const account = { fullName, email: newEmail(), password: 'a sentence to keep' }
    const { _id } = await (await request.post('/api/auths/register', { data: account })).json()
    await admin('patch', '/admin/user', { userId: _id, updates: { status } })
    if (balance > 0) await admin('post', '/admin/fund', { userId: _id, amount: balance })
    // Passwords are slow to check, and that is their point: only who does something signs in.
    let signedIn: Promise<string> | undefined
    const token = () => {
      signedIn ??= tokenOf(request, account).then(async (made) => {
        await ask(request, made, 'post', '/users/create-transaction-code', { pin: '1234' })
        return made
      })
      return signedIn
    }
    const call = async (method: Method, path: string, data?: object) => ask(request, await token(), method, path, data)
    const send = async (file: File) => upload(request, await token(), file)
    return { ...account, id: _id as string, token, call, ...movements(call, send) }
  }

  /** A colleague, with a desk of their own. */
  async function colleague(fullName: string) {
    const made = await person({ fullName })
    await admin('patch', '/admin/user', { userId: made.id, updates: { role: 'Admin' } })
    return made
  }
  return { token, admin, person, colleague }
}

type Call = (method: Method, path: string, data?: object) => Promise<{ _id: string }>
type File = { name: string; mimeType: string; buffer: Buffer }

const movements = (call: Call, upload: (file: File) => Promise<string>) => ({
  transfer: async (amount: number, more: object = {}) =>
    (
      await call('post', '/transfer', {
        accountName: 'Grace Example',
        accountNumber: '0532013000',
        bankName: 'Example Savings Bank',
        amount,
        pin: '1234',
        ...more,
      })
    )._id,
  deposit: async (amount: number, file?: File) => {
    const receipt = await upload(file ?? (await picture()))
    return (await call('post', '/deposit', { amount, method: 'bank', receipt }))._id
  },
})

async function upload(request: APIRequestContext, token: string, image: File): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.post('/api/images', { headers, multipart: { image } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).imageUrl
}

/** A receipt that nobody sent before, unless it is given the same text. */
export async function picture(text = `${Date.now()}-${Math.random()}`): Promise<File> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#fff"/>
    <text x="30" y="80" font-size="28">Receipt ${text}</text></svg>`
  return { name: 'receipt.png', mimeType: 'image/png', buffer: await sharp(Buffer.from(svg)).png().toBuffer() }
}

export const pdf = (): File => ({
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n% ${Math.random()}\n%%EOF\n`),
})

type Desk = ReturnType<typeof openDesk>
type Fixtures = { desk: Desk; office: (path: string) => Promise<Page> }

export const test = base.extend<Fixtures, { adminToken: string }>({
  adminToken: [
    async ({ bank, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: bank.baseURL })
      await use(await tokenOf(request, ADMIN))
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  desk: async ({ request, adminToken }, use) => use(openDesk(request, adminToken)),
  /** Opens a page of the back office as the demonstration's administrator. */
  office: async ({ page, desk }, use) => {
    await page.addInitScript((token) => {
      // Frames without an origin (a PDF in its reader) have no storage.
      if (location.protocol.startsWith('http')) localStorage.setItem('authToken', token)
    }, desk.token)
    await use(async (path) => {
      await page.goto(path)
      return page
    })
  },
})

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications (F6)' }).getByText(text)

/** The row of a table that has this text. */
export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
