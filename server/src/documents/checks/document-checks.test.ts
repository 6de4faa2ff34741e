import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signedText, toDocumentNumber } from '#contract/documents/signed-documents.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'
import { deriveKeys } from '../../platform/crypto/keys.ts'
import { rotateKeys } from '../../programs/keys-rotate.ts'
import { issueDocument } from '../issue-document.ts'

const bank = useBank()
const check = (fingerprint: string) => bank.call('GET', `/verify/${encodeURIComponent(fingerprint)}`)
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function issue({ id, fullName }: Person, period = '2026-10') {
  const chunks: Uint8Array[] = []
  const request = { kind: 'statement', ownerId: id, accountId: id, subject: period, period, format: 'pdf' } as const
  const made = await issueDocument(bank, { ...request, final: true }, async function* ({ number }) {
    yield Buffer.from(`Statement of ${fullName}, ${number}`)
  })
  for await (const chunk of made.body) chunks.push(chunk)
  return { number: made.number, file: Buffer.concat(chunks) }
}

/** As the page does it: with the published key, from the response alone. */
async function isGenuine(found: Record<string, string>): Promise<boolean> {
  const { keys } = (await bank.app.inject('/.well-known/openteller-keys.json')).json()
  const jwk = keys.find(({ kid }: { kid: string }) => kid === found.keyId)
  const text = signedText(found as Parameters<typeof signedText>[0])
  const signature = Buffer.from(found.signature ?? '', 'base64url')
  return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

describe('a document', () => {
  test('is found by its fingerprint and by its number, and tells nothing about the holder', async () => {
    const ada = await bank.person({ fullName: 'Ada Lovelace' })
    const { number, file } = await issue(ada)
    const before = await databaseFingerprint(bank)
    const response = await check(sha256(file))
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        kind: 'statement',
        issuedAt: expect.stringMatching(/^20.*Z$/),
        period: '2026-10',
        sha256: sha256(file),
        keyId: expect.stringMatching(/^[\w-]{43}$/),
        signature: expect.stringMatching(/^[\w-]{86}$/),
      },
    ])
    expect(await isGenuine(response.json())).toBe(true)
    for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ''), sha256(file).toUpperCase()])
      expect((await check(typed)).json()).toEqual(response.json())
    const told = JSON.stringify([response.json(), response.headers])
    for (const secret of [ada.id, ada.email, 'Ada', await ada.accountNumber()]) expect(told).not.toContain(secret)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('altered by one byte is not found, whichever byte it is', async () => {
    const { file } = await issue(await bank.person())
    for (let place = 0; place < file.length; place++) {
      const altered = Buffer.from(file)
      altered[place] = (altered[place] ?? 0) ^ 1
      expect((await check(sha256(altered))).statusCode).toBe(404)
    }
    expect(refusalOf(await check(sha256(Buffer.concat([file, Buffer.from('\n')]))))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  test('does not verify when any detail of it was altered in the database', async () => {
    const { number } = await issue(await bank.person())
    const found = (await check(number)).json()
    const altered = { kind: 'receipt', issuedAt: '2020-01-01T00:00:00.000Z', period: '2026-09', sha256: 'a'.repeat(64) }
    for (const [name, value] of Object.entries(altered))
      expect([name, await isGenuine({ ...found, [name]: value })]).toEqual([name, false])
  })

  test('of an earlier key is genuine after a rotation, which another APP_SECRET can’t make', async () => {
    const ada = await bank.person()
    const { number } = await issue(ada)
    const stranger = deriveKeys('another secret that is long enough too')
    await expect(rotateKeys(bank.owner, stranger, bank.now())).rejects.toThrow(/^APP_SECRET is not the one/)
    const kid = await rotateKeys(bank.owner, bank.keys, bank.now())
    const { number: newer } = await issue(ada, '2026-11')
    const [old, young] = [(await check(number)).json(), (await check(newer)).json()]
    expect([await isGenuine(old), await isGenuine(young)]).toEqual([true, true])
    expect([old.keyId === kid, young.keyId === kid]).toEqual([false, true])
  })
})

describe('what is no document of the bank', () => {
  const number = toDocumentNumber(new Uint8Array(16))

  test('is not found', async () => {
    for (const unknown of ['0'.repeat(64), number]) expect((await check(unknown)).statusCode).toBe(404)
  })

  test.each([
    ['x'],
    ['0'.repeat(63)],
    ['0'.repeat(65)],
    ['g'.repeat(64)],
    [`${number.slice(0, -1)}1`],
    [`${number}%`],
    ["' or 1=1 --"],
    ['../users'],
    ['\0'],
    ['０'.repeat(64)],
    ['{"sha256":"x"}'],
  ])('%j is not found either', async (typed) => {
    expect(refusalOf(await check(typed))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('neither a long text nor an unknown query reaches the database', async () => {
    expect((await check('A'.repeat(5_000))).statusCode).toBeLessThan(500)
    expect((await bank.call('GET', `/verify/${number}`, { query: { x: '1' } })).statusCode).toBe(404)
  })
})

test('the keys are public, cacheable, and nothing but public', async () => {
  const response = await bank.app.inject('/.well-known/openteller-keys.json')
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
  const { keys } = response.json()
  expect(keys.length).toBeGreaterThan(0)
  for (const key of keys)
    expect(Object.keys(key).filter((name) => name !== 'until')).toEqual(['kty', 'crv', 'x', 'kid', 'use', 'from'])
  expect(keys[0]).not.toHaveProperty('until')
  expect((await bank.app.inject('/.well-known/other.json')).statusCode).toBe(404)
})

describe('with rate limits', () => {
  const busy = useBank({ config: { rateLimit: true } })

  test('an address can check 120 documents a minute', async () => {
    const statuses = []
    for (let i = 0; i < 121; i++) statuses.push((await busy.call('GET', `/verify/${'0'.repeat(64)}`)).statusCode)
    expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([120, 429])
    expect((await busy.call('GET', '/institution')).statusCode).toBe(200)
  })
})
