import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiDescription, makeClient } from '../../../scripts/client/make-client.ts'
import { createPasswords } from '../../src/platform/crypto/passwords.ts'
import { useBank } from '../bank.ts'

const bank = useBank()
const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const STRICT =
  '--noEmit --strict --target es2024 --lib es2024,dom,dom.iterable --module nodenext --allowImportingTsExtensions'
const TYPES = '--exactOptionalPropertyTypes --types'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openteller-client-'))
  const walkthrough = await readFile(new URL('../../../docs/api-walkthrough.md', import.meta.url), 'utf8')
  const document = (await bank.app.inject('/api/v1/openapi.json')).json() as ApiDescription
  await writeFile(join(folder, 'bank-client.ts'), makeClient(document))
  await writeFile(join(folder, 'walkthrough.ts'), /```ts\n([\s\S]*?)```/.exec(walkthrough)?.[1] ?? '')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Each line with an expected error fails the check when the compiler accepts it. */
const MISTAKES = `
import type { Client } from './bank-client.ts'
export async function mistakes(bank: Client) {
  // @ts-expect-error: an amount is a number
  await bank.call('POST /pay-requests', { body: { amount: 'ten' } })
  // @ts-expect-error: an unknown field
  await bank.call('POST /auths/forgot', { body: { email: 'a@b', role: 'Admin' } })
  // @ts-expect-error: an unknown call
  await bank.call('GET /nowhere')
  // @ts-expect-error: the id is missing
  await bank.call('GET /transactions/{id}', {})
  const [payee] = await bank.call('GET /payees')
  // @ts-expect-error: payees have no balance
  return payee?.balance
}
`

test('the client made from the document compiles with the code of the walkthrough, and refuses mistakes', async () => {
  await writeFile(join(folder, 'mistakes.ts'), MISTAKES)
  const files = ['bank-client.ts', 'walkthrough.ts', 'mistakes.ts'].map((name) => join(folder, name))
  const { stdout } = await promisify(execFile)(TSC, [...files, ...STRICT.split(' '), ...TYPES.split(' '), ''], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

test('the code of the walkthrough pays, and returns the code of a refusal', async () => {
  const ada = await bank.person({ balanceCents: 50_00n, pin: '2468', fullName: 'Ada Walker' })
  const hash = await createPasswords(bank.keys).hash('a password')
  await bank.owner`update people set password_hash = ${hash} where id = ${ada.id}`
  const send = async (url: string, init: { method: 'GET'; headers: Record<string, string>; body?: string }) => {
    const { method, headers, body } = init
    const response = await bank.app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) })
    return new Response(response.body || null, {
      status: response.statusCode,
      headers: { 'content-type': String(response.headers['content-type']) },
    })
  }
  const { createClient } = await import(join(folder, 'bank-client.ts'))
  const { payRent } = await import(join(folder, 'walkthrough.ts'))
  const client = createClient('/api/v1', null, send)
  const pay = () => payRent(client, ada.email, 'a password')
  expect(await pay()).toEqual({ name: 'Ada Walker', paid: 40.25 })
  // The same key: nothing is paid twice.
  expect(await pay()).toEqual({ name: 'Ada Walker', paid: 40.25 })
  expect(await ada.balance()).toEqual({ availableCents: 9_75n, heldCents: 40_25n })
  const other = await bank.person({ balanceCents: 1_00n, pin: '2468' })
  await bank.owner`update people set password_hash = ${hash} where id = ${other.id}`
  expect(await payRent(client, other.email, 'a password')).toMatchObject({ refused: 'insufficient_balance' })
})
