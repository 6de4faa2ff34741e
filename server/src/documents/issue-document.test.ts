import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseDocumentNumber, signedText } from '#contract/documents/signed-documents.ts'
import { type Person, useBank } from '../../test/bank.ts'
import { deriveKeys } from '../platform/crypto/keys.ts'
import { ago } from '../platform/db/ago.ts'
import { type DocumentRequest, type Issue, issueDocument } from './issue-document.ts'
import { ensureSigningKey, readPublishedKeys, readSigningKey, rotateSigningKey } from './issuing/signing-keys.ts'
import { deleteSpooledBefore, PART_BYTES } from './issuing/spool.ts'

const bank = useBank()

const statementOf = ({ id }: Person, changed: Partial<DocumentRequest> = {}): DocumentRequest => ({
  kind: 'statement',
  ownerId: id,
  accountId: id,
  subject: '2026-10',
  period: '2026-10',
  format: 'pdf',
  final: true,
  ...changed,
})
async function* text(...chunks: string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}
const printed = ({ number, staffCopy }: Issue) => text(`Number ${number}\n`, staffCopy ? 'COPY' : 'ORIGINAL')
async function bytesOf({ body }: { body: AsyncIterable<Uint8Array> }): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const issue = (request: DocumentRequest, render: (issue: Issue) => AsyncIterable<Uint8Array> = printed) =>
  issueDocument(bank, request, render)
const rowsOf = ({ id }: Person) => bank.sql<
  { number: string; final: boolean; staff_copy: boolean; issued_by: string }[]
>`
  select number, final, staff_copy, issued_by from documents where owner_id = ${id} order by issued_at, number`
const countOf = async (table: string) => Number((await bank.owner.unsafe(`select count(*) from ${table}`))[0]?.count)

/** As anyone does it, with what is published. */
async function verifies(number: string): Promise<boolean> {
  const [row] =
    await bank.sql`select kind, issued_at, period, sha256, key_id, signature from documents where number = ${number}`
  const key = (await readPublishedKeys(bank.sql)).find(({ id }) => id === row?.key_id)
  if (!row || !key) return false
  const signed = signedText({
    kind: row.kind,
    issuedAt: row.issued_at.toISOString(),
    period: row.period ?? undefined,
    sha256: row.sha256.toString('hex'),
    keyId: row.key_id,
  })
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.publicKey.toString('base64url') }
  return verify(null, Buffer.from(signed), createPublicKey({ key: jwk, format: 'jwk' }), row.signature)
}

describe('a document', () => {
  test('has a number that can be typed, a fingerprint of its bytes and a signature', async () => {
    const ada = await bank.person()
    const made = await issue(statementOf(ada))
    expect(parseDocumentNumber(made.number)).toBe(made.number)
    const bytes = await bytesOf(made)
    expect(bytes.toString()).toBe(`Number ${made.number}\nORIGINAL`)
    expect(made).toMatchObject({ sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    expect(await verifies(made.number)).toBe(true)
    await bank.owner`update documents set period = '2026-09' where number = ${made.number}`
    expect(await verifies(made.number)).toBe(false)
  })

  test('that is final is rendered once; whatever changed since, the same bytes are served', async () => {
    const ada = await bank.person()
    const first = await bytesOf(await issue(statementOf(ada), () => text('as it was')))
    const again = await bytesOf(await issue(statementOf(ada), () => text('after the name changed')))
    expect(again.equals(first)).toBe(true)
    const others = [{ format: 'csv' }, { subject: '2026-09' }, { kind: 'receipt' as const }]
    for (const other of others)
      expect((await bytesOf(await issue(statementOf(ada, other), () => text('another'))))?.toString()).toBe('another')
    expect(await rowsOf(ada)).toHaveLength(4)
  })

  test('that is final is one, though ten requests ask for it first at once', async () => {
    const ada = await bank.person()
    const large = (issue: Issue) => text(issue.number, 'x'.repeat(PART_BYTES))
    const all = await Promise.all(Array.from({ length: 10 }, () => issue(statementOf(ada), large)))
    const bytes = await Promise.all(all.map(bytesOf))
    expect(new Set(bytes.map(String)).size).toBe(1)
    expect(await rowsOf(ada)).toMatchObject([{ number: all[0]?.number }])
    expect(await countOf('document_spool')).toBe(0)
  })

  test('that is not final is rendered again, and its bytes are not kept', async () => {
    const ada = await bank.person()
    const parts = await countOf('document_parts')
    const open = statementOf(ada, { final: false })
    const [one, two] = [await bytesOf(await issue(open)), await bytesOf(await issue(open))]
    expect(one.equals(two)).toBe(false)
    const rows = await rowsOf(ada)
    expect(rows).toHaveLength(2)
    for (const { number } of rows) expect(await verifies(number)).toBe(true)
    expect([await countOf('document_parts'), await countOf('document_spool')]).toEqual([parts, 0])
  })

  test('without a number in it is recorded once for equal bytes', async () => {
    const [ada, grace] = [await bank.person(), await bank.person()]
    const csv = { final: false, format: 'csv' }
    const [one, two] = [
      await issue(statementOf(ada, csv), () => text('a,b')),
      await issue(statementOf(ada, csv), () => text('a,b')),
    ]
    expect(two).toMatchObject({ number: one.number, issuedAt: one.issuedAt })
    expect((await bytesOf(two)).toString()).toBe('a,b')
    expect((await issue(statementOf(grace, csv), () => text('a,b'))).number).not.toBe(one.number)
    expect(await rowsOf(ada)).toHaveLength(1)
  })

  test('that is not final can be made a hundred times an hour; final ones and those of others are not counted', async () => {
    const [ada, staff] = [await bank.person(), await bank.person({ role: 'Teller' })]
    const open = statementOf(ada, { final: false })
    for (let i = 0; i < 100; i++) await issue(open)
    await expect(issue(open)).rejects.toMatchObject({ code: 'too_many' })
    await issue(statementOf(ada))
    await issue({ ...open, staffId: staff.id })
    bank.clock.offsetMs += 3_600_001
    await issue(open)
  })
})

describe('a large document', () => {
  const CHUNK_BYTES = 100_000
  const SIZE = 50 * CHUNK_BYTES
  const chunk = (i: number) => Buffer.alloc(CHUNK_BYTES, `${i}`)

  test('is rendered and served with two parts in memory at most, final or not', async () => {
    const ada = await bank.person()
    const expected = createHash('sha256')
    for (let i = 0; i < 50; i++) expected.update(chunk(i))
    const fingerprint = expected.digest('hex')
    const inMemory: number[] = []
    async function* render() {
      for (let i = 0; i < 50; i++) {
        yield chunk(i)
        inMemory.push((i + 1) * CHUNK_BYTES - (await countOf('document_spool')) * PART_BYTES)
      }
    }
    for (const final of [true, false]) {
      const made = await issue(statementOf(ada, { final }), render)
      const hash = createHash('sha256')
      for await (const part of made.body) {
        hash.update(part)
        inMemory.push(part.length)
      }
      expect([made.sizeBytes, made.sha256, hash.digest('hex')]).toEqual([SIZE, fingerprint, fingerprint])
    }
    expect(Math.max(...inMemory)).toBeLessThanOrEqual(2 * PART_BYTES)
    expect(await countOf('document_spool')).toBe(0)
  })

  test.each([1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES])('of %i bytes is whole', async (size) => {
    const bytes = randomBytes(size)
    const ada = await bank.person()
    for (const final of [true, false]) {
      const made = await issue(statementOf(ada, { final }), async function* () {
        yield bytes
      })
      expect((await bytesOf(made)).equals(bytes)).toBe(true)
    }
  })
})

describe('a failure', () => {
  const failing = async function* () {
    yield randomBytes(2 * PART_BYTES)
    throw new Error('The renderer failed.')
  }

  test('in rendering issues nothing, and the next request succeeds', async () => {
    const ada = await bank.person()
    await expect(issue(statementOf(ada), failing)).rejects.toThrow('The renderer failed.')
    expect([await rowsOf(ada), await countOf('document_spool')]).toEqual([[], 0])
    await issue(statementOf(ada))
    expect(await rowsOf(ada)).toHaveLength(1)
  })

  test('between rendering and recording issues nothing', async () => {
    const ada = await bank.person()
    const parts = await countOf('document_parts')
    await bank.owner`revoke insert on document_parts from openteller_app`
    const large = () => text('x'.repeat(PART_BYTES), 'y')
    await expect(issue(statementOf(ada), large)).rejects.toThrow(/permission denied/)
    await bank.owner`grant insert on document_parts to openteller_app`
    expect([await rowsOf(ada), await countOf('document_parts')]).toEqual([[], parts])
    expect(await countOf('document_spool')).toBe(0)
  })

  test('of the server leaves only spooled parts, which are deleted after an hour', async () => {
    const ada = await bank.person()
    // As a crash leaves it: rendered, and never recorded.
    await bank.sql`insert into document_spool (number, part, bytes, created_at) values ('lost', 0, 'x', ${bank.now()})`
    expect(await deleteSpooledBefore(bank.sql, ago(bank.sql, 3_600_000))).toBe(0)
    expect(await deleteSpooledBefore(bank.sql, ago(bank.sql, -1))).toBe(1)
    expect(await rowsOf(ada)).toEqual([])
  })

  test('of the client while the bytes are sent leaves nothing in the spool', async () => {
    const ada = await bank.person()
    const made = await issue(statementOf(ada, { final: false }), () => text('x'.repeat(3 * PART_BYTES)))
    for await (const _ of made.body) break
    expect(await countOf('document_spool')).toBe(0)
  })
})

describe('staff', () => {
  test('get a copy of their own, marked, and one for all of them', async () => {
    const [ada, teller, admin] = [
      await bank.person(),
      await bank.person({ role: 'Teller' }),
      await bank.person({ role: 'Admin' }),
    ]
    const original = await bytesOf(await issue(statementOf(ada)))
    const copy = await bytesOf(await issue(statementOf(ada, { staffId: teller.id })))
    expect([String(original).slice(-8), String(copy).slice(-4)]).toEqual(['ORIGINAL', 'COPY'])
    expect((await bytesOf(await issue(statementOf(ada, { staffId: admin.id })))).equals(copy)).toBe(true)
    expect((await bytesOf(await issue(statementOf(ada)))).equals(original)).toBe(true)
    expect((await rowsOf(ada)).map((row) => [row.staff_copy, row.issued_by])).toEqual([
      [false, ada.id],
      [true, teller.id],
    ])
  })

  test('can’t record an unmarked copy, not even in the database', async () => {
    const [ada, teller] = [await bank.person(), await bank.person({ role: 'Teller' })]
    const { number } = await issue(statementOf(ada))
    await expect(bank.owner`update documents set issued_by = ${teller.id} where number = ${number}`).rejects.toThrow(
      /check constraint/,
    )
  })

  test.each([
    "update documents set kind = 'receipt'",
    'delete from documents',
    "update document_parts set bytes = 'x'",
    "insert into signing_keys values ('mine', 99, decode(repeat('00', 32), 'hex'), null, now())",
    'update signing_keys set private_key = null',
    'delete from signing_keys',
  ])('and the application can’t: %s', async (statement) => {
    await expect(bank.sql.unsafe(statement)).rejects.toThrow(/permission denied/)
  })

  test('nor delete the bytes of a document, unless its owner was erased', async () => {
    expect((await bank.sql`delete from document_parts`).count).toBe(0)
  })
})

describe('keys', () => {
  const asOwner = (work: (owner: typeof bank.owner) => Promise<void>) => work(bank.owner)

  test('after a rotation, earlier documents still verify, and new ones have the new key', async () => {
    const ada = await bank.person()
    const old = await issue(statementOf(ada))
    const oldKey = await readSigningKey(bank.sql, bank.keys)
    const id = await rotateSigningKey(bank.owner, bank.keys, bank.now())
    const young = await issue(statementOf(ada, { subject: '2026-11' }))
    expect([await verifies(old.number), await verifies(young.number)]).toEqual([true, true])
    const rows = await bank.sql`select key_id from documents where owner_id = ${ada.id} order by issued_at`
    expect(rows.map((row) => row.key_id)).toEqual([oldKey?.id, id])
    const [present, former] = await readPublishedKeys(bank.sql)
    expect([present?.id, present?.until]).toEqual([id, null])
    expect([former?.id, former?.until]).toEqual([oldKey?.id, present?.from])
    const secrets = await bank.sql`select id from signing_keys where private_key is not null`
    expect(secrets.map((row) => row.id)).toEqual([id])
  })

  test('two starts at once make one; another APP_SECRET is refused', async () => {
    await bank.owner`truncate signing_keys cascade`
    await Promise.all(Array.from({ length: 5 }, () => ensureSigningKey(bank.sql, bank.keys, bank.now(), asOwner)))
    expect(await countOf('signing_keys')).toBe(1)
    const other = deriveKeys('another secret that is long enough too')
    await expect(ensureSigningKey(bank.sql, other, bank.now(), asOwner)).rejects.toThrow(
      'APP_SECRET is not the one that this bank’s signing key was encrypted with.',
    )
    expect(await countOf('signing_keys')).toBe(1)
  })

  test('two rotations at once make two, and the last one signs', async () => {
    await Promise.all([1, 2].map(() => rotateSigningKey(bank.owner, bank.keys, bank.now())))
    expect(await countOf('signing_keys')).toBe(3)
    const key = await readSigningKey(bank.sql, bank.keys)
    expect((await readPublishedKeys(bank.sql))[0]?.id).toBe(key?.id)
  })
})
