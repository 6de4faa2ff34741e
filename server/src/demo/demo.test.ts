import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { DemoEmail } from '#contract/http/demo.ts'
import { useBank } from '../../test/bank.ts'
import { deliverDueMail } from '../notifications/mail/deliver-mail.ts'
import { demoMailboxPath } from '../notifications/mail/demo-mailbox.ts'
import { DEMO_PEOPLE } from './demo-people.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const NOT_FOUND = { message: 'Not found.', code: 'not_found' }

describe('a demonstration', () => {
  const bank = useBank(async () => ({ config: { dataDir: await mkdtemp(join(tmpdir(), 'openteller-demo-')) } }))
  afterAll(() => rm(bank.config.dataDir, { recursive: true, force: true }))
  const readMail = async (): Promise<{ sentForReal: boolean; emails: DemoEmail[] }> =>
    (await bank.call('GET', '/demo/mail')).json()

  test('lists its emails, newest first, with links that work', async () => {
    expect(await readMail()).toEqual({ sentForReal: false, emails: [] })
    const ada = await bank.person({ fullName: 'Ada <b>Example</b>', email: 'ada@people.example' })
    for (let at = 0; at < 2; at++) {
      expect((await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })).statusCode).toBe(202)
      await deliverDueMail({ ...bank, origin: 'http://localhost:3000', log })
      bank.clock.offsetMs += 60_000
    }
    // A file that is being written, or is not ours.
    for (const name of ['2099-01-01T000000.000Z x.1.txt', 'notes.txt'])
      await writeFile(join(demoMailboxPath(bank.config.dataDir), name), 'To: nobody')
    const { emails } = await readMail()
    expect(emails).toHaveLength(2)
    expect(emails[0]).toMatchObject({
      to: { name: 'Ada <b>Example</b>', address: ada.email },
      subject: expect.stringContaining('password'),
    })
    expect(Date.parse(emails[0]?.sentAt ?? '')).toBeGreaterThan(Date.parse(emails[1]?.sentAt ?? ''))
    const [, token] = /http:\/\/localhost:3000\/reset-password#token=(\S+)/.exec(emails[0]?.text ?? '') ?? []
    const reset = { body: { token, password: 'a new password of Ada' } }
    expect((await bank.call('POST', '/auths/reset', reset)).statusCode).toBe(204)
  })

  test('lists at most the newest 200', async () => {
    const name = (at: number) => `2098-01-01T00${String(at).padStart(4, '0')}.000Z x.${at}.txt`
    const email = 'To: Ada <ada@people.example>\nSubject: One of many\n\nText.\n'
    for (let at = 0; at < 60 * 4; at++)
      await writeFile(join(demoMailboxPath(bank.config.dataDir), name(Math.floor(at / 60) * 100 + (at % 60))), email)
    // One of the 200 newest files is not an email, see above.
    const { emails } = await readMail()
    expect([emails.length, emails[0]?._id, emails.at(-1)?._id]).toEqual([199, 'x.359', 'x.41'])
  })

  test('says when a mail server sends the emails for real', async () => {
    Object.assign(bank.config, { smtpUrl: 'smtp://127.0.0.1:9' })
    expect(await readMail()).toMatchObject({ sentForReal: true })
  })

  test('offers its four logins, below /api only', async () => {
    expect((await bank.call('GET', '/demo/logins')).json()).toEqual(DEMO_PEOPLE)
    expect((await bank.app.inject('/demo/logins')).statusCode).toBe(404)
  })
})

describe('a bank that is no demonstration', () => {
  const bank = useBank({ config: { demo: false } })

  test('has neither the mailbox nor the logins, nor their documentation', async () => {
    for (const path of ['/demo/mail', '/demo/logins']) {
      const response = await bank.call('GET', path)
      expect([response.statusCode, response.json()]).toMatchObject([404, NOT_FOUND])
    }
    expect(bank.routes.filter(({ endpoint }) => endpoint.path.startsWith('/demo'))).toEqual([])
  })
})
