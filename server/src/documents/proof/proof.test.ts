import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leafText, NO_HASH, postingText } from '#contract/documents/chain.ts'
import type { Proof, ProofPosting } from '#contract/documents/proof-file.ts'
import { verifyProof } from '#contract/documents/verify-proof.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf } from '../../../test/money.ts'
import { hashAfter } from '../../ledger/core/chain.ts'
import { sealChains } from '../../ledger/proof/seal.ts'
import { checkProofFile } from '../../programs/verify-proof.ts'

const bank = useBank()
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const verify = (proof: unknown) => verifyProof(proof, { sha256 })
const seal = async () => {
  bank.clock.offsetMs += 1_000
  return sealChains(bank.sql, bank.now())
}
const proofOf = async (person: Person, accountId?: string): Promise<Proof> => {
  const response = await person.call('GET', '/users/proof', accountId ? { query: { accountId } } : {})
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  return response.json()
}

/** Three sealed postings and one after the seal, of an account with neighbours; two more seals came later. */
let ada: Person
let ben: Person
let proof: Proof
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 100_00n })
  ben = await bank.person({ balanceCents: 1_00n })
  for (let others = 0; others < 4; others++) await bank.person({ balanceCents: 1_00n })
  await bank.fund(ada.id, 20_00n)
  await bank.fund(ada.id, 5n)
  await seal()
  for (let later = 0; later < 2; later++) {
    await bank.fund(ben.id, 1_00n)
    await seal()
  }
  await bank.fund(ada.id, 3_00n)
  proof = await proofOf(ada)
})
const changed = (change: (copy: Proof) => void): Proof => {
  const copy = structuredClone(proof)
  change(copy)
  return copy
}

describe('a proof', () => {
  test('proves the postings, their sum, the seal that covers them and the seals after it', async () => {
    expect(proof).toMatchObject({ accountId: ada.id, balanceCents: '12305', head: { number: 4 }, unsealed: 1 })
    expect(proof.seal?.path.length).toBeGreaterThan(0)
    const published = (await bank.call('GET', '/.well-known/openteller-seals.json')).json().seals
    expect(published.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
    const [latest, , first] = published
    expect(await verify(proof)).toMatchObject({
      kind: 'proven',
      facts: {
        accountId: ada.id,
        postings: 4,
        sealed: 3,
        balanceCents: 123_05n,
        seal: { number: 1, at: first.at, hash: first.hash },
        latest: { number: 3, at: latest.at, hash: latest.hash },
      },
    })
  })

  test('tells nothing about other accounts, and not how often staff acted', async () => {
    const text = JSON.stringify(proof)
    expect(text).not.toContain(ben.id)
    expect(Object.keys(proof.seal ?? {})).not.toContain('auditNumber')
    const [row] = await bank.owner<{ audit_head: Buffer }[]>`select audit_head from accounts where id = ${ada.id}`
    expect(text).not.toContain(row?.audit_head.toString('hex').replace(NO_HASH, 'none'))
  })

  test('without a seal is not proven, and of an empty account has no postings', async () => {
    const cleo = await bank.person()
    expect(await verify(await proofOf(cleo))).toMatchObject({ kind: 'unsealed', facts: { postings: 0, seal: null } })
    await bank.fund(cleo.id, 1n)
    expect(await verify(await proofOf(cleo))).toMatchObject({ kind: 'unsealed', facts: { postings: 1, sealed: 0 } })
  })

  test('of a long account is sent in parts and whole', async () => {
    const busy = await bank.person()
    await Promise.all(Array.from({ length: 501 }, () => bank.fund(busy.id, 1n)))
    await seal()
    const [long, reports] = [await proofOf(busy), [] as number[]]
    const onProgress = (done: number) => void reports.push(done)
    expect(await verifyProof(long, { sha256, onProgress })).toMatchObject({ kind: 'proven', facts: { postings: 501 } })
    expect([reports[0], reports.at(-1)]).toEqual([64, 502])
  })

  test('is given for own accounts only', async () => {
    const opened = await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })
    const savings: string = opened.json()._id
    expect(await verify(await proofOf(ada, savings))).toMatchObject({ facts: { accountId: savings, postings: 0 } })
    const read = (by: Person | null, accountId: string) =>
      bank.call('GET', '/users/proof', { token: by?.token ?? null, query: { accountId } })
    const admin = await bank.person({ role: 'Admin' })
    for (const other of [ben, admin])
      for (const id of [ada.id, savings])
        expect(refusalOf(await read(other, id))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await read(ada, 'x')).statusCode).toBe(400)
    expect((await read(null, ada.id)).statusCode).toBe(401)
    expect((await ada.call('GET', '/users/proof', { query: { userId: ben.id } })).statusCode).toBe(400)
  })
})

type Path = (string | number)[]
const pathsOf = (value: unknown, at: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [[...at, key], ...pathsOf(child, [...at, key])])
    : []
// biome-ignore lint/suspicious/noExplicitAny: any part of the file.
const holderOf = (copy: unknown, path: Path): any => path.slice(0, -1).reduce((value: any, key) => value[key], copy)

describe('an altered proof is not proven', () => {
  test('whatever value is replaced, removed or added', async () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('0', '1', '-1', '12305', 0, 1, 2, 3, 4, NO_HASH, proof.head.hash, proof.accountId),
      fc.constantFrom(...proof.postings.flatMap((posting) => Object.values(posting))),
    )
    const replace = (path: Path) => values.map((value) => ({ path, value, how: 'replace' as const }))
    const paths = pathsOf(proof)
    const single = fc.constantFrom(...paths).chain(replace)
    await fc.assert(
      fc.asyncProperty(single, async ({ path, value }) => {
        const key = path.at(-1) ?? ''
        const before = JSON.stringify(holderOf(proof, path)[key])
        const altered = changed((copy) => {
          holderOf(copy, path)[key] = value
        })
        fc.pre(JSON.stringify(holderOf(altered, path)[key]) !== before)
        expect((await verify(altered)).kind).not.toBe('proven')
      }),
      { numRuns: 1_500 },
    )
    // Without the latest seals it is the proof of an earlier time, and as true as it was then.
    const last = ['seal', 'headers', '2'].join()
    for (const path of paths.filter((path) => path.join() !== last)) {
      const removed = changed((copy) => {
        const holder = holderOf(copy, path)
        if (Array.isArray(holder)) holder.splice(Number(path.at(-1)), 1)
        else delete holder[path.at(-1) ?? '']
      })
      expect([path, (await verify(removed)).kind]).toEqual([path, 'broken'])
    }
    for (const added of [proof, proof.head, proof.seal, proof.seal?.headers[0], proof.postings[1]])
      expect(
        (
          await verify(
            JSON.parse(JSON.stringify(proof, (_, value) => (value === added ? { ...value, note: 'x' } : value))),
          )
        ).kind,
      ).toBe('broken')
  })

  test('whatever field of whatever posting is changed to another valid value; the first posting that does not fit is named', async () => {
    const id = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
    const changes: { [Field in keyof ProofPosting]: (value: ProofPosting[Field]) => ProofPosting[Field] } = {
      number: (value) => value + 1,
      entryId: () => id,
      transactionId: () => id,
      contra: () => 'wire_clearing',
      amountCents: (value) => String(BigInt(value) + 1n),
      balanceAfterCents: (value) => String(BigInt(value) - 1n),
      valueAt: (value) => new Date(Date.parse(value) + 1).toISOString(),
      bookedAt: (value) => new Date(Date.parse(value) - 1).toISOString(),
      hash: (value) => value.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    }
    for (const index of proof.postings.keys())
      for (const field of Object.keys(changes) as (keyof ProofPosting)[]) {
        const altered = changed(({ postings }) => {
          const posting = postings[index] as Record<string, unknown>
          posting[field] = (changes[field] as (value: unknown) => unknown)(posting[field])
        })
        expect([field, await verify(altered)]).toMatchObject([field, { kind: 'broken', error: { posting: index + 1 } }])
      }
  })

  test('when a forger recomputes every hash after the change', async () => {
    const forged = changed(({ postings, head, accountId }) => {
      let hash: Buffer = Buffer.alloc(32)
      for (const [index, posting] of postings.entries()) {
        if (index === 1) posting.valueAt = '2020-01-01T00:00:00.000Z'
        const content = {
          accountId,
          number: BigInt(posting.number),
          entryId: posting.entryId,
          contra: posting.contra,
          transactionId: posting.transactionId,
          amountCents: BigInt(posting.amountCents),
          balanceAfterCents: BigInt(posting.balanceAfterCents),
          valueAt: new Date(posting.valueAt),
          bookedAt: new Date(posting.bookedAt),
        }
        hash = hashAfter(hash, postingText(content))
        posting.hash = hash.toString('hex')
      }
      head.hash = hash.toString('hex')
    })
    const message = 'Posting 3 is not the one that was sealed.'
    expect(await verify(forged)).toMatchObject({ kind: 'broken', error: { message, posting: 3 } })
    if (forged.seal) forged.seal.postingHead = forged.postings[2]?.hash ?? ''
    const outside = 'The account is not part of the seal in the file.'
    expect(await verify(forged)).toMatchObject({ kind: 'broken', error: { message: outside } })
    // A leaf of the forger's own, as the only one under a seal of their own: only the published hash tells.
    const header = forged.seal?.headers[0]
    if (!forged.seal || !header) throw new Error('The proof has no seal')
    const text = leafText({ ...forged.seal, accountId: ada.id, postingNumber: 3n })
    Object.assign(forged.seal, { index: 0, path: [] })
    Object.assign(header, { leaves: 1, root: sha256(Buffer.concat([Buffer.of(0), Buffer.from(text)])).toString('hex') })
    expect(await verify(forged)).toMatchObject({
      error: { message: 'Seal 1 does not fit: it, or one before it, was altered.' },
    })
  })
})

describe('npm run verify:proof', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openteller-proof-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const check = async (content: unknown, hash?: string) => {
    const path = join(folder, 'proof.json')
    await writeFile(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
    return checkProofFile(path, hash)
  }

  test('says in one line what is proven, and compares a seal', async () => {
    const [first, , latest] = proof.seal?.headers ?? []
    const line = `Proven: in account ${ada.id}, 4 postings follow from each other and add up to 12,305 minor units (cents). Seal 1 of ${first?.at} covers them. 1 came after it. Latest seal: 3, ${latest?.hash}.`
    expect(await check(proof)).toEqual({ proven: true, line })
    for (const hash of [first?.hash, latest?.hash.toUpperCase()]) expect((await check(proof, hash)).proven).toBe(true)
    expect(await check(proof, NO_HASH)).toEqual({
      proven: false,
      line: 'Not proven: none of the seals 1 to 3 in the file has this hash.',
    })
    expect((await check(proof, 'abc')).line).toBe('Not proven: the seal hash must have 64 hexadecimal digits.')
  })

  test.each<[string, unknown, string]>([
    ['no JSON', '{"format":', 'this'],
    ['an empty file', '', 'this'],
    ['bytes', Buffer.of(0xff, 0xfe, 0), 'this'],
    ['null', 'null', 'this'],
    ['a list', '[]', 'this'],
    ['another file', '{"format":"another"}', 'this'],
    ['a prototype', '{"format":"openteller proof 1","__proto__":{}}', 'incomplete'],
    ['a part', '{"format":"openteller proof 1"}', 'incomplete'],
  ])('fails clearly for %s', async (_, content, what) => {
    const line = {
      this: 'Not proven: This is not a proof file of an account.',
      incomplete: 'Not proven: The file is incomplete or was altered.',
    }[what]
    expect(await check(content)).toEqual({ proven: false, line })
  })

  test('fails clearly without a file, for a folder, and without a seal', async () => {
    expect((await checkProofFile(undefined)).line).toContain('name the file')
    expect((await checkProofFile(folder)).line).toBe(`Not proven: the file ${folder} can't be read.`)
    const bare = changed((copy) => Object.assign(copy, { seal: null, unsealed: 4 }))
    expect((await check(bare)).line).toMatch(/^Not proven: in account .* but no seal covers them yet\.$/)
  })
})

test('seals are published for everybody, a hundred at a time', async () => {
  const read = (query: Record<string, string>) =>
    bank.call('GET', '/.well-known/openteller-seals.json', { token: null, query })
  expect((await read({ before: '3' })).json().seals.map(({ number }: { number: number }) => number)).toEqual([2, 1])
  expect((await read({ before: '1' })).json()).toEqual({ seals: [] })
  for (const before of ['0', '-1', 'x', '1e3', '9'.repeat(30)]) expect((await read({ before })).statusCode).toBe(400)
  const bare = await bank.app.inject({ method: 'GET', url: '/.well-known/openteller-seals.json' })
  expect([bare.statusCode, Object.keys(bare.json().seals[0])]).toEqual([
    200,
    ['number', 'at', 'hash', 'root', 'leaves'],
  ])
})
