import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { openMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { record } from '../../ledger/record.ts'
import { startJobs } from '../../platform/jobs/run-jobs.ts'
import { deliverDueMail } from './deliver-mail.ts'
import { createMailDelivery } from './mail-delivery.ts'

const ADDRESS = 'http://127.0.0.1:4321'
let mailServer: TestMailServer
let ada: Person
const bank = useBank(async () => {
  mailServer = await openMailServer()
  return { config: { smtpUrl: mailServer.url } }
})
afterAll(() => mailServer.close())
const logLines: string[] = []
const log = {
  info: (_: object, message: string) => void logLines.push(`info ${message}`),
  warn: (_: object, message: string) => void logLines.push(`warn ${message}`),
  error: (_: object, message: string) => void logLines.push(`error ${message}`),
}

beforeEach(async () => {
  // A mail server that works, an empty mailbox, and nothing due from an earlier test.
  await mailServer.close()
  await mailServer.open()
  mailServer.state.behavior = 'accepts'
  mailServer.state.hanging = 0
  mailServer.collect()
  Object.assign(bank.config, { smtpUrl: mailServer.url, demo: false })
  await bank.owner`update outbox set mail_at = null`
  logLines.length = 0
  bank.clock.offsetMs = 0
  bank.clock.stop()
  ada = await bank.person()
})

function startMailJob() {
  const run = createMailDelivery({ ...bank, origin: ADDRESS, log })
  return startJobs([{ name: 'deliver mail', intervalMs: 5, firstRunAfterMs: 0, run }], log)
}
const deliver = () => deliverDueMail({ ...bank, origin: 'https://bank.example', log })
const notify = (count = 1) =>
  bank.sql.begin((tx) =>
    record(tx, {
      notifications: Array.from({ length: count }, () => ({
        personId: ada.id,
        kind: 'pin.reset' as const,
        data: {},
        at: bank.now(),
      })),
    }),
  )
const dueMail = async () => {
  const rows = await bank.sql<{ mail_at: Date; mail_attempts: number }[]>`
    select mail_at, mail_attempts from outbox where mail_at is not null order by number`
  return rows.map(({ mail_at, mail_attempts }) => ({
    inSeconds: (mail_at.getTime() - bank.now().getTime()) / 1000,
    attempts: mail_attempts,
  }))
}
const advanceClock = (seconds: number) => {
  bank.clock.offsetMs += seconds * 1000
}

test('retries with growing delays while the mail server is down', async () => {
  await mailServer.close()
  await notify()
  for (const [index, delay] of [30, 60, 120, 240].entries()) {
    expect(await deliver()).toBe('all')
    const [row] = await dueMail()
    expect(row).toEqual({ inSeconds: delay, attempts: index + 1 })
    // Not retried before it is due.
    await deliver()
    expect((await dueMail())[0]?.attempts).toBe(index + 1)
    expect((await bank.call('GET', '/readyz')).statusCode).toBe(200)
    advanceClock(delay)
  }
  // A retry moves the time when it is due, but not its age.
  advanceClock(-240)
  const lag = /^openteller_outbox_lag_seconds (\S+)$/m.exec((await bank.call('GET', '/metrics')).body)?.[1]
  expect(Number(lag)).toBeGreaterThanOrEqual(30 + 60 + 120)
  advanceClock(240)
  await mailServer.open()
  await deliver()
  expect(mailServer.emails).toHaveLength(1)
  expect(await dueMail()).toEqual([])
  expect(logLines).toEqual([...Array(4).fill('warn mail not sent, will be retried'), 'info mail sent'])
})

test('retries a temporary rejection, and gives up on a permanent one with a log line', async () => {
  mailServer.state.behavior = 'rejects temporarily'
  await notify()
  await deliver()
  expect(await dueMail()).toHaveLength(1)
  mailServer.state.behavior = 'rejects permanently'
  advanceClock(31)
  await deliver()
  expect([await dueMail(), logLines.at(-1)]).toEqual([
    [],
    'error mail given up: the mail server rejected the address permanently',
  ])
  expect(mailServer.emails).toEqual([])
})

test('retries when the mail server rejects the bank’s own login', async () => {
  Object.assign(bank.config, { smtpUrl: mailServer.url.replace('//', '//bank:secret@') })
  mailServer.state.behavior = 'rejects login'
  await notify()
  await deliver()
  expect([await dueMail(), logLines]).toMatchObject([[{ attempts: 1 }], ['warn mail not sent, will be retried']])
  mailServer.state.behavior = 'accepts'
  advanceClock(31)
  await deliver()
  expect(mailServer.emails).toHaveLength(1)
})

test('gives up after three days with a log line', async () => {
  await mailServer.close()
  await notify()
  let tries = 0
  while ((await dueMail()).length > 0 && tries < 200) {
    await deliver()
    tries++
    advanceClock(3_600)
  }
  expect(logLines.at(-1)).toBe('error mail given up: it is too old')
  expect(tries).toBeGreaterThan(50)
  expect(tries).toBeLessThan(90)
})

test('gives up on a kind without a template', async () => {
  await notify()
  await bank.owner`update outbox set kind = 'unknown.kind' where kind = 'pin.reset'`
  await deliver()
  expect([await dueMail(), logLines]).toEqual([[], ['error mail given up: no template for its kind']])
})

test('two servers at once send each email once', async () => {
  await notify(45)
  const drain = async () => {
    while ((await deliver()) === 'a batch');
  }
  await Promise.all([drain(), drain(), drain()])
  await drain()
  const ids = mailServer.emails.map(({ messageId }) => messageId)
  expect(ids).toHaveLength(45)
  expect(new Set(ids).size).toBe(45)
  expect(await dueMail()).toEqual([])
})

test('sends again with the same Message-ID if the server died after sending', async () => {
  await notify()
  await deliver()
  // The state before the server could store the result.
  await bank.owner`
    update outbox set mail_at = ${new Date(bank.now().getTime() + 180_000)} where person_id = ${ada.id}`
  await deliver()
  expect(mailServer.emails).toHaveLength(1)
  advanceClock(181)
  await deliver()
  const [first, second] = mailServer.emails
  expect(second?.messageId).toBe(first?.messageId)
  expect(await dueMail()).toEqual([])
})

test('a result that is stored after the lease expired does not undo the other server’s', async () => {
  mailServer.state.behavior = 'hangs'
  await notify()
  const stopping = new AbortController()
  const slow = deliverDueMail({ ...bank, origin: 'https://bank.example', log }, stopping.signal)
  await expect.poll(() => mailServer.state.hanging).toBe(1)
  // The lease has expired: another server claims the mail and sends it.
  mailServer.state.behavior = 'accepts'
  advanceClock(181)
  await deliver()
  expect(mailServer.emails).toHaveLength(1)
  stopping.abort()
  await slow
  expect(await dueMail()).toEqual([])
})

test('without a mail server mail stays untried, and the log warns once an hour', async () => {
  Object.assign(bank.config, { smtpUrl: null, demo: false })
  await notify()
  const run = createMailDelivery({ ...bank, origin: ADDRESS, log })
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const { signal } = stopping
  const warning = 'warn mail waits for a mail server: set SMTP_URL, or the mail account in the settings'
  for (let round = 0; round < 3; round++) await run(signal)
  expect(logLines).toEqual([warning])
  expect((await dueMail())[0]?.attempts).toBe(0)
  advanceClock(3_600)
  for (let round = 0; round < 3; round++) await run(signal)
  expect(logLines).toEqual([warning, warning])
  // With a mail server the mail is sent.
  Object.assign(bank.config, { smtpUrl: mailServer.url })
  await run(signal)
  expect([mailServer.emails.length, await dueMail()]).toEqual([1, []])
})

test('a demo without a mail server writes each email to one file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  Object.assign(bank.config, { smtpUrl: null, demo: true, dataDir })
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  expect(await deliver()).toBe('all')
  expect(await dueMail()).toEqual([])
  // As if the server had died before storing the result.
  await bank.owner`update outbox set mail_at = ${bank.now()} where person_id = ${ada.id}`
  await deliver()
  const [name, ...others] = await readdir(join(dataDir, 'mail'))
  expect(others).toEqual([])
  const email = await readFile(join(dataDir, 'mail', name ?? ''), 'utf8')
  expect(email).toContain(
    `To: ${ada.fullName} <${ada.email}>\nSubject: Reset your Fable Bank password\n\nHello ${ada.fullName},\n`,
  )
  expect(email).toMatch(/^https:\/\/bank\.example\/reset-password#token=\S+$/m)
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
  expect(await modeOf(join(dataDir, 'mail'))).toBe('700')
  expect(await modeOf(join(dataDir, 'mail', name ?? ''))).toBe('600')
  // The oldest files are deleted.
  for (let day = 1; day <= 500; day++) await writeFile(join(dataDir, 'mail', `2020-01-01 ${1000 + day}.txt`), '')
  await notify()
  await deliver()
  const names = await readdir(join(dataDir, 'mail'))
  expect(names).toHaveLength(500)
  expect(names).not.toContain('2020-01-01 1002.txt')
  expect(names).toEqual(expect.arrayContaining(['2020-01-01 1003.txt', name]))
})

test('the mail job polls, links to the address of the bank, and stops at once', async () => {
  const stop = startMailJob()
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  await expect.poll(() => mailServer.emails.length).toBe(1)
  expect(mailServer.emails[0]?.text).toContain(`${ADDRESS}/reset-password#token=`)
  await stop()
  await notify()
  expect([mailServer.emails.length, await dueMail()]).toMatchObject([1, [{ attempts: 0 }]])
})

test('a mail server that hangs does not delay shutdown', async () => {
  mailServer.state.behavior = 'hangs'
  await notify()
  const warn = vi.fn()
  const stopping = new AbortController()
  const running = createMailDelivery({ ...bank, origin: ADDRESS, log: { ...log, warn } })(stopping.signal)
  await expect.poll(() => mailServer.state.hanging).toBe(1)
  stopping.abort()
  await running
  expect(warn.mock.lastCall).toMatchObject([{ reason: 'The bank is stopping' }, 'mail not sent, will be retried'])
  // It was not sent and will be due again.
  expect(await dueMail()).toHaveLength(1)
})
