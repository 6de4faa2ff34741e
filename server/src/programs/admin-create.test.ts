import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReadStream } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD_PERSONAL_TEXT } from '#contract/identity/secret-rules.ts'
import { useBank } from '../../test/bank.ts'
import { createSecretRules } from '../identity/secret-rules.ts'
import { createPasswords } from '../platform/crypto/passwords.ts'
import { openPool } from '../platform/db/connection.ts'
import { attachOrStart } from '../platform/db/embedded-postgres.ts'
import { promptHidden } from '../platform/runtime/prompt-hidden.ts'
import { createAdmin, readArguments } from './admin-create.ts'

const bank = useBank()

const grace = { email: 'grace@office.example', fullName: 'Grace Admin', password: 'a long sentence' }
const rules = createSecretRules({ secretRules: true })
const create = (given = {}) =>
  createAdmin(bank.sql, createPasswords(bank.keys), rules, { ...grace, at: bank.now(), ...given })

test('creates an Active Admin who can log in, and records it in the audit log', async () => {
  const id = await create()
  const login = { body: { email: grace.email, password: grace.password } }
  const { token } = (await bank.call('POST', '/auths/login', login)).json()
  expect((await bank.call('GET', '/users', { token })).json().user).toMatchObject({
    _id: id,
    fullName: 'Grace Admin',
    role: 'Admin',
    status: 'Active',
  })
  expect((await bank.call('GET', '/users/all', { token })).statusCode).toBe(200)
  expect(await bank.sql`select actor_id, subject_id, action, after, request_id from audit`).toEqual([
    {
      actor_id: id,
      subject_id: id,
      action: 'person.created',
      after: { role: 'Admin', status: 'Active', email: grace.email },
      request_id: 'admin:create',
    },
  ])
})

test('rejects an address that is in use and promotes no account', async () => {
  const ada = await bank.person({ email: 'ada@people.example' })
  await expect(create({ email: 'ADA@people.example' })).rejects.toThrow('An account with this e-mail already exists.')
  expect((await ada.call('GET', '/users')).json().user.role).toBe('User')
})

test('refuses a password that the rules forbid, and creates no account', async () => {
  const eve = { email: 'eve@office.example', password: 'my EVE@office.example' }
  await expect(create(eve)).rejects.toMatchObject({ code: 'invalid', errors: [{ msg: PASSWORD_PERSONAL_TEXT }] })
  expect(await bank.sql`select id from people where email = ${eve.email}`).toHaveLength(0)
})

test.each([
  [[], 'Please give a valid email address: npm run admin:create -- --email you@bank.example'],
  [['--email', 'nowhere'], 'Please give a valid email address: npm run admin:create -- --email you@bank.example'],
  [['--email', 'a@b.example', '--name', ' '], '--name: Full name is required.'],
  [['--email', 'a@b.example', '--password', 'x'], "Unknown option '--password'. The options are --email and --name."],
  [['--email', 'a@b.example', 'secret'], /^Unexpected argument 'secret'/],
])('%j is explained', (args, message) => {
  expect(() => readArguments(args)).toThrow(message)
})

test('a name is optional', () => {
  expect(readArguments(['--email', 'a@b.example'])).toEqual({ email: 'a@b.example', fullName: 'Administrator' })
})

describe('at a terminal', () => {
  /** A minimal fake terminal. */
  function terminal() {
    const raw: boolean[] = []
    const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => void raw.push(on) })
    return { input: input as unknown as ReadStream, type: (keys: string) => input.write(keys), raw }
  }

  test('hides typed characters and allows corrections', async () => {
    const { input, type, raw } = terminal()
    const typed = promptHidden('', input)
    type('secr3')
    type('\u007fet 🔑x\u007f\r')
    expect(await typed).toBe('secret 🔑')
    expect(raw).toEqual([true, false])
  })

  test('Ctrl-C gives up', async () => {
    const { input, type, raw } = terminal()
    const typed = promptHidden('', input)
    type('sec\u0003')
    await expect(typed).rejects.toThrow('Nothing was changed.')
    expect(raw).toEqual([true, false])
  })
})

describe('as a command', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'openteller-admin-'))
    await chmod(dataDir, 0o711)
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  async function run(args: string[], input: string) {
    const script = fileURLToPath(new URL('admin-create.ts', import.meta.url))
    const child = spawn(process.execPath, [script, ...args], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
    child.stdin.end(input)
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, out, err }
  }

  test('reads the password from standard input, makes the bank if there is none, and says one line', async () => {
    expect(await run(['--email', 'grace@office.example'], 'a long sentence\n')).toEqual({
      code: 0,
      out: 'Created the administrator grace@office.example.\n',
      err: '',
    })
    const again = await run(['--email', 'Grace@office.example'], 'another\n')
    expect(again).toEqual({ code: 1, out: '', err: 'An account with this e-mail already exists.\n' })
    expect(await run(['--email', 'hedy@office.example'], '\n')).toEqual({
      code: 1,
      out: '',
      err: 'The password is empty.\n',
    })

    const database = await attachOrStart({ dataDir, log: { info: () => {}, warn: () => {} }, mustExist: true })
    const sql = openPool(database.connection, { max: 1 })
    expect(await sql`select email, role, status from people`).toEqual([
      { email: 'grace@office.example', role: 'Admin', status: 'Active' },
    ])
    await sql.end()
    await database.stop()
  })
})
