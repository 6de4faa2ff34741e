import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openResetLink, signResetToken } from '#server/identity/password/reset-links.ts'
import type { ResponseObserver } from '../http-client.ts'
import type { Campaign } from './campaign.ts'
import type { AttackTarget } from './target.ts'

/** A secret that is used normally and then searched for everywhere it must not appear. */
type Canary = { name: string; forms: (string | RegExp)[] }
export type Canaries = Awaited<ReturnType<typeof makeCanaries>>

const BUNDLE = fileURLToPath(new URL('../../build/web/client', import.meta.url))
const CHUNK_OVERLAP = 4_096

/** The part without special characters, which no escaping changes. */
const coreOf = (secret: string) => secret.split(' ')[0] ?? secret
/** The secret as it is and in common encodings. */
const encodings = (secret: string) => [
  coreOf(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  encodeURIComponent(secret),
]
/** Digits count only as a separate word: long numbers contain any four digits. */
const standingAlone = (digits: string) => new RegExp(`(?<![0-9a-zA-Z.:_+/=-])${digits}(?![0-9a-zA-Z.:_+/=-])`)

export function makeCanaries() {
  const word = (name: string) => `${name}-${randomBytes(12).toString('hex')} ü&"`
  const secrets = {
    password: word('password'),
    newPassword: word('newpassword'),
    resetPassword: word('resetpassword'),
    mailPassword: word('mailpassword'),
    appSecret: `app-secret-${randomBytes(24).toString('hex')}`,
    pin: '0394',
    code: '04917',
  }
  const watched: Canary[] = [
    ...(['password', 'newPassword', 'resetPassword', 'mailPassword', 'appSecret'] as const).map((name) => ({
      name,
      forms: encodings(secrets[name]),
    })),
    { name: 'pin', forms: [standingAlone(secrets.pin)] },
    { name: 'code', forms: [standingAlone(secrets.code)] },
  ]
  return {
    ...secrets,
    watched,
    /** Session tokens and reset links, once there are any. */
    add: (name: string, secret: string) => watched.push({ name, forms: encodings(secret) }),
  }
}

const isIn = (text: string, forms: Canary['forms']) =>
  forms.some((form) => (typeof form === 'string' ? text.includes(form) : form.test(text)))

/** Searches every response of the campaign. */
export function findCanariesInResponses(
  { watched }: Canaries,
  breach: (description: string) => void,
): ResponseObserver {
  return ({ method, path }, { text, headers }) => {
    if (text.length > 2_000_000) return
    const whole = `${JSON.stringify(headers)}\n${text}`
    for (const { name, forms } of watched)
      if (isIn(whole, forms)) breach(`the canary ${name} is in the response to ${method} ${path}`)
  }
}

/** Uses every secret as people and administrators do: correctly, incorrectly, and in the wrong field. */
export async function useSecrets({ target, tried, breach }: Campaign, canaries: Canaries): Promise<void> {
  const { client } = target
  const email = `canary-${randomBytes(4).toString('hex')}@abuse.example`
  const admin = await target.person({ role: 'Admin' })
  const expect = async (status: number, ...args: Parameters<typeof client.call>) => {
    tried()
    const response = await client.call(...args)
    if (response.status !== status) breach(`canary: ${args[1]} ${args[2]}: ${response.status}, expected ${status}`)
    return response
  }
  const { password, newPassword, pin, code } = canaries
  const registered = await expect(201, null, 'POST', '/auths/register', { fullName: 'Canary', email, password })
  const { _id: userId } = registered.json() as { _id: string }
  await expect(200, admin.token, 'PATCH', '/admin/user', {
    userId,
    updates: { status: 'Active', codeDescription: 'x', transactionCode: { code, expireDate: '2099-01-01' } },
  })
  await expect(201, admin.token, 'POST', '/admin/fund', { userId, amount: 100, confirm: true })
  const { token } = (await expect(200, null, 'POST', '/auths/login', { email, password })).json() as { token: string }
  canaries.add('session token', token)
  await expect(201, token, 'POST', '/users/create-transaction-code', { pin })
  const form = { accountName: 'C', accountNumber: '1', bankName: 'D', amount: 1, pin, code }
  await expect(201, token, 'POST', '/transfer-code', form)
  await expect(403, token, 'POST', '/transfer', { ...form, code: undefined })
  // A secret in the wrong field, or in a body of the wrong shape.
  await expect(400, token, 'POST', '/transfer', { ...form, amount: password, pin: password })
  await expect(400, null, 'POST', '/auths/login', { email, password, secret: password, pin })
  await expect(401, null, 'POST', '/auths/login', { email: 'nobody@abuse.example', password })
  await expect(401, password, 'GET', '/users')
  await expect(409, null, 'POST', '/auths/register', { fullName: 'Canary', email, password })
  await expect(204, token, 'PUT', '/users/password', { password, newPassword })
  await expect(403, token, 'PUT', '/users/password', { password, newPassword })
  const settings = (await expect(200, admin.token, 'GET', '/settings')).json() as object
  const mail = { name: 'bank@abuse.example', password: canaries.mailPassword }
  await expect(200, admin.token, 'PUT', '/settings', { ...settings, mail })
  await expect(400, admin.token, 'PUT', '/settings', { ...settings, mail: { ...mail, name: canaries.mailPassword } })
  await expect(200, admin.token, 'POST', '/settings/test-mail')
  for (const path of [
    '/settings',
    '/admin/audit',
    '/users/all',
    `/suport/person?userId=${userId}`,
    '/transactions/admin',
  ])
    await expect(200, admin.token, 'GET', path)
  for (const path of ['/users', '/transactions', '/users/devices', '/notifications', '/events/recent'])
    await expect(200, token, 'GET', path)
  await resetPassword(target, canaries, { email, userId }, expect)
}

type Expect = (status: number, token: string | null, method: string, path: string, body?: unknown) => Promise<unknown>

/** Resets the password with a link signed here; the link in the email is searched for as well. */
async function resetPassword(
  target: AttackTarget,
  canaries: Canaries,
  who: { email: string; userId: string },
  expect: Expect,
) {
  const { resetPassword: password } = canaries
  await expect(202, null, 'POST', '/auths/forgot', { email: who.email })
  const link = signResetToken(
    target.keys.link,
    await target.sql.begin((tx) => openResetLink(tx, who.userId, new Date())),
  )
  canaries.add('reset link', link)
  await expect(204, null, 'POST', '/auths/reset', { token: link, password })
  await expect(400, null, 'POST', '/auths/reset', { token: link, password })
}

/** Every log line is one complete JSON object, so no request can inject a line. A kill may truncate one. */
export async function checkLog({ target, tried, breach }: Campaign, kills: number): Promise<void> {
  let broken = 0
  for await (const line of createInterface(createReadStream(target.server.logFile))) {
    if (!line.startsWith('{')) continue
    try {
      JSON.parse(line)
    } catch {
      broken++
    }
  }
  tried()
  if (broken > kills) breach(`${broken} lines of the log are not JSON`)
}

type SearchedText = { place: string; text: string }

const ROWS_AT_ONCE = 500

async function* tablesOf({ owner }: AttackTarget): AsyncGenerator<SearchedText> {
  const tables = await owner<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables)
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const rows = await owner<{ row: string }[]>`
        select t::text as row from ${owner.unsafe(name)} t order by ctid limit ${ROWS_AT_ONCE} offset ${offset}`
      if (rows.length === 0) break
      yield { place: `table ${name}`, text: rows.map(({ row }) => row).join('\n') }
    }
}

async function* fileParts(path: string, place: string): AsyncGenerator<SearchedText> {
  let tail = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    yield { place, text: tail + chunk }
    tail = String(chunk).slice(-CHUNK_OVERLAP)
  }
}

async function* bundle(target: AttackTarget): AsyncGenerator<SearchedText> {
  const entries = await readdir(BUNDLE, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz|woff2|png|webp|avif)$/.test(entry.name))
  for (const { parentPath, name } of files)
    yield { place: `bundle ${name}`, text: await readFile(join(parentPath, name), 'utf8') }
  // The server completes pages when it serves them.
  for (const path of ['/', '/login', '/about', '/services', '/contact', '/dashboard', '/nowhere', '/api/openapi.json'])
    yield { place: `page ${path}`, text: (await target.client.send({ method: 'GET', path })).text }
}

/** Searches the tables, the server's log at its most verbose level, PostgreSQL's log, emails and the web bundle. */
export async function searchForCanaries({ target, breach, tried }: Campaign, canaries: Canaries, emails: string[]) {
  const postgresLog = join(dirname(target.server.logFile), 'postgres.log')
  const places: AsyncGenerator<SearchedText>[] = [
    tablesOf(target),
    fileParts(target.server.logFile, 'server log'),
    fileParts(postgresLog, 'PostgreSQL log'),
    bundle(target),
  ]
  let characters = 0
  const found = new Set<string>()
  const search = ({ place, text }: SearchedText) => {
    characters += text.length
    for (const { name, forms } of canaries.watched)
      if (isIn(text, forms)) found.add(`the canary ${name} is in: ${place}`)
  }
  for (const generator of places) for await (const place of generator) search(place)
  for (const email of emails) search({ place: 'email', text: email })
  tried(canaries.watched.length)
  for (const finding of found) breach(finding)
  return `${canaries.watched.length} canaries in ${Math.round(characters / 1_000_000)} million characters`
}
