import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Bank, openBank, type Person } from '../../test/bank.ts'
import { type MailServerForTests, openMailServer } from '../../test/mail-server.ts'
import { startJobs } from '../jobs/run-jobs.ts'
import { record } from '../ledger/record.ts'
import { deliverDueMail } from './deliver-mail.ts'
import { createMailDelivery } from './mail-delivery.ts'

const ADDRESS = 'http://127.0.0.1:4321'
let bank: Bank
let post: MailServerForTests
let ada: Person
const lines: string[] = []
const log = {
  info: (_: object, message: string) => void lines.push(`info ${message}`),
  warn: (_: object, message: string) => void lines.push(`warn ${message}`),
  error: (_: object, message: string) => void lines.push(`error ${message}`),
}

beforeEach(async () => {
  lines.length = 0
  post = await openMailServer()
  bank = await openBank({ config: { smtpUrl: post.url } })
  ada = await bank.person()
})
afterEach(async () => {
  await bank.close()
  await post.close()
})

function startMailJob() {
  const run = createMailDelivery({ ...bank, origin: ADDRESS, log })
  return startJobs([{ name: 'deliver mail', intervalMs: 5, firstRunAfterMs: 0, run }], log)
}
const look = () => deliverDueMail({ ...bank, origin: 'https://bank.example', log })
const tell = (kind = 'pin.reset', count = 1) =>
  bank.sql.begin((tx) =>
    record(tx, {
      notifications: Array.from({ length: count }, () => ({
        personId: ada.id,
        kind,
        data: {},
        at: bank.now(),
        mail: true,
      })),
    }),
  )
const waiting = async () => {
  const rows = await bank.sql<{ mail_at: Date; mail_attempts: number }[]>`
    select mail_at, mail_attempts from outbox where mail_at is not null order by number`
  return rows.map(({ mail_at, mail_attempts }) => ({
    inSeconds: Math.round((mail_at.getTime() - bank.now().getTime()) / 1000),
    attempts: mail_attempts,
  }))
}
const pass = (seconds: number) => {
  bank.clock.offsetMs += seconds * 1000
}

test('a mail server that is down delays mail, longer each time, and nothing else', async () => {
  await post.close()
  await tell()
  for (const [index, delay] of [30, 60, 120, 240].entries()) {
    expect(await look()).toBe('all')
    const [row] = await waiting()
    expect(row?.attempts).toBe(index + 1)
    expect(Math.abs((row?.inSeconds ?? 0) - delay)).toBeLessThanOrEqual(2)
    // Not before its time.
    await look()
    expect((await waiting())[0]?.attempts).toBe(index + 1)
    expect((await bank.call('GET', '/readyz')).statusCode).toBe(200)
    pass(delay + 2)
  }
  await post.open()
  await look()
  expect(post.letters).toHaveLength(1)
  expect(await waiting()).toEqual([])
  expect(lines).toEqual([...Array(4).fill('warn mail not sent, will be tried again'), 'info mail sent'])
})

test('refused for now is tried again; refused for good is given up, and said so', async () => {
  post.state.manner = 'not now'
  await tell()
  await look()
  expect(await waiting()).toHaveLength(1)
  post.state.manner = 'never'
  pass(31)
  await look()
  expect([await waiting(), lines.at(-1)]).toEqual([[], 'error mail given up: the address was refused for good'])
  expect(post.letters).toEqual([])
})

test('a mail account that is refused is the bank’s trouble, and no reason to give a letter up', async () => {
  Object.assign(bank.config, { smtpUrl: post.url.replace('//', '//bank:secret@') })
  post.state.manner = 'wrong password'
  await tell()
  await look()
  expect([await waiting(), lines]).toMatchObject([[{ attempts: 1 }], ['warn mail not sent, will be tried again']])
  post.state.manner = 'takes'
  pass(31)
  await look()
  expect(post.letters).toHaveLength(1)
})

test('what could not be sent for three days is given up, and said so', async () => {
  await post.close()
  await tell()
  let tries = 0
  while ((await waiting()).length > 0 && tries < 200) {
    await look()
    tries++
    pass(3_600)
  }
  expect(lines.at(-1)).toBe('error mail given up: it is too old')
  expect(tries).toBeGreaterThan(50)
  expect(tries).toBeLessThan(90)
})

test('a letter that nobody knows how to write does not come back for ever', async () => {
  await tell('something.new')
  await look()
  expect([await waiting(), lines]).toEqual([[], ['error mail given up: nobody knows how to write it']])
})

test('two servers at once send each letter once', async () => {
  await tell('pin.reset', 45)
  const drain = async () => {
    while ((await look()) === 'a batch');
  }
  await Promise.all([drain(), drain(), drain()])
  await drain()
  const ids = post.letters.map(({ messageId }) => messageId)
  expect(ids).toHaveLength(45)
  expect(new Set(ids).size).toBe(45)
  expect(await waiting()).toEqual([])
})

test('a server that died after sending: the letter comes twice, and can be told as one', async () => {
  await tell()
  await look()
  // As it was before the server could write down that it was sent.
  await bank.owner`update outbox set mail_at = ${new Date(bank.now().getTime() + 180_000)}`
  await look()
  expect(post.letters).toHaveLength(1)
  pass(181)
  await look()
  const [first, second] = post.letters
  expect(second?.messageId).toBe(first?.messageId)
  expect(await waiting()).toEqual([])
})

test('who comes too late with the news of a letter does not undo what another server noted', async () => {
  post.state.manner = 'hangs'
  await tell()
  const ending = new AbortController()
  const slow = deliverDueMail({ ...bank, origin: 'https://bank.example', log }, ending.signal)
  while (post.state.hanging === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  // The claim has run out, another server takes the letter and sends it.
  post.state.manner = 'takes'
  pass(181)
  await look()
  expect(post.letters).toHaveLength(1)
  ending.abort()
  await slow
  expect(await waiting()).toEqual([])
})

test('without any mail server mail waits, untried, and is complained of once an hour', async () => {
  Object.assign(bank.config, { smtpUrl: null, demo: false })
  await tell()
  const stop = startMailJob()
  const until = async (done: () => boolean | Promise<boolean>) => {
    for (let i = 0; i < 500 && !(await done()); i++) await new Promise((resolve) => setTimeout(resolve, 10))
    expect(await done()).toBe(true)
  }
  await until(() => lines.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const complaint = 'warn mail waits for a mail server: set SMTP_URL, or the mail account in the settings'
  expect(lines).toEqual([complaint])
  expect((await waiting())[0]?.attempts).toBe(0)
  pass(3_600)
  await until(() => lines.length === 2)
  expect(lines).toEqual([complaint, complaint])
  // As soon as there is one, it goes out.
  Object.assign(bank.config, { smtpUrl: post.url })
  await until(() => post.letters.length === 1)
  await until(async () => (await waiting()).length === 0)
  await stop()
})

test('a demonstration without a mail server keeps its letters where they can be read, each once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-letters-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  Object.assign(bank.config, { smtpUrl: null, demo: true, dataDir })
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  expect(await look()).toBe('all')
  expect(await waiting()).toEqual([])
  // As if the server had died between the letter and its note of it.
  await bank.owner`update outbox set mail_at = ${bank.now()}`
  await look()
  const [name, ...others] = await readdir(join(dataDir, 'mail'))
  expect(others).toEqual([])
  const letter = await readFile(join(dataDir, 'mail', name ?? ''), 'utf8')
  expect(letter).toContain(
    `To: ${ada.fullName} <${ada.email}>\nSubject: Set a new password for Fable Bank\n\nHello ${ada.fullName},\n`,
  )
  expect(letter).toMatch(/^https:\/\/bank\.example\/reset-password#token=\S+$/m)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(join(dataDir, 'mail'))).toBe('700')
  expect(await modeOf(join(dataDir, 'mail', name ?? ''))).toBe('600')
  // The oldest make room.
  for (let day = 1; day <= 500; day++) await writeFile(join(dataDir, 'mail', `2020-01-01 ${1000 + day}.txt`), '')
  await tell()
  await look()
  const kept = await readdir(join(dataDir, 'mail'))
  expect(kept).toHaveLength(500)
  expect(kept).not.toContain('2020-01-01 1002.txt')
  expect(kept).toEqual(expect.arrayContaining(['2020-01-01 1003.txt', name]))
})

test('the mailer sends by itself, links where people reach the bank, and stops at once', async () => {
  const stop = startMailJob()
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  for (let i = 0; i < 500 && post.letters.length === 0; i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(post.letters[0]?.text).toContain(`${ADDRESS}/reset-password#token=`)
  await stop()
  await tell()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(post.letters).toHaveLength(1)
})

test('a mail server that never answers does not keep the bank from stopping', async () => {
  post.state.manner = 'hangs'
  await tell()
  const stop = startMailJob()
  while (post.state.hanging === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  await stop()
  // It was not sent, and is due again.
  expect(await waiting()).toHaveLength(1)
})
