import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEAF_PREFIX, LEAVES_PER_GROUP, NODE_PREFIX } from '#contract/documents/chain.ts'
import { verifyProof } from '#contract/documents/verify-proof.ts'
import { useBank } from '../../../test/bank.ts'
import type { Sql, Tx } from '../../platform/db/connection.ts'
import { checkInvariants } from '../books/invariants.ts'
import { proofParts, startProof } from '../read-proof.ts'
import { checkSealTrees } from './check-seals.ts'
import { hashLeaf, merkleRoot } from './merkle.ts'
import { sealChains } from './seal.ts'

const bank = useBank()
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** The tree of RFC 6962, section 2.1, as it is defined there: from the root down. */
function definedRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return sha256(Buffer.of(NODE_PREFIX), definedRoot(leaves.slice(0, left)), definedRoot(leaves.slice(left)))
}

test('the root is that of RFC 6962, whole or from the roots of groups', () => {
  expect(hashLeaf('x')).toEqual(sha256(Buffer.of(LEAF_PREFIX), Buffer.from('x')))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 2, 4, 8), (count, groupSize) => {
      const leaves = Array.from({ length: count }, (_, index) => hashLeaf(`leaf ${index}`))
      const groups = leaves.flatMap((_, index) => (index % groupSize ? [] : [leaves.slice(index, index + groupSize)]))
      expect(merkleRoot(leaves)).toEqual(definedRoot(leaves))
      expect(merkleRoot(groups.map(merkleRoot))).toEqual(definedRoot(leaves))
    }),
  )
})

class Undo extends Error {}
const undone = (work: (tx: Tx, sql: Sql) => Promise<void>) =>
  bank.owner
    .begin(async (tx) => {
      const begin = (...args: unknown[]) => (args.at(-1) as (within: Tx) => unknown)(tx)
      await work(tx, Object.assign(tx, { begin }) as unknown as Sql)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })

/** Accounts that exist for their heads only. */
const addAccounts = async (tx: Tx, count: number) => {
  await tx`
    insert into people (id, email, email_key, full_name, password_hash, role, status, created_at, updated_at)
    select gen_random_uuid(), 'crowd ' || n, 'crowd ' || n, 'Crowd', 'none', 'User', 'Active', now(), now()
    from generate_series(1, ${count}::integer) n`
  await tx`
    insert into accounts (id, owner_id, number, opened_at, audit_number, audit_head)
    select id, id, lpad((1000000000 + row_number() over ())::text, 10, '0'), now(), 1, sha256(id::text::bytea)
    from people where full_name = 'Crowd'`
}

async function proofOf(sql: Sql, id: string) {
  const start = await startProof(sql, id, id)
  if (!start) throw new Error('There is no such account')
  let text = ''
  for await (const part of proofParts(sql, start)) text += part
  return verifyProof(JSON.parse(text), { sha256 })
}

test('a seal of several groups is built a group at a time, and proves every account', async () => {
  await undone(async (tx, sql) => {
    await addAccounts(tx, 2 * LEAVES_PER_GROUP + 300)
    const seal = await sealChains(sql, bank.now())
    const groups = await tx<{ leaves: number }[]>`
      select leaves from seal_groups where seal_number = ${seal?.number ?? 0n} order by number`
    expect(seal?.heads).toBe(2 * LEAVES_PER_GROUP + 300)
    expect(groups.map(({ leaves }) => leaves)).toEqual([LEAVES_PER_GROUP, LEAVES_PER_GROUP, 300])
    expect(await checkSealTrees(tx)).toEqual({ checked: 1n, breaches: 0n })
    const ids = await tx<{ id: string }[]>`select id from accounts where audit_number = 1 order by id`
    const places = [0, 1, 1022, 1023, 1024, 2047, 2048, 2346, 2347]
    for (const place of places) expect(await proofOf(sql, ids[place]?.id ?? '')).toMatchObject({ kind: 'proven' })
    // Nothing moved: there is nothing to seal.
    expect(await sealChains(sql, bank.now())).toBe(null)
    await tx`update seal_groups set last_account_id = first_account_id where number = 1`
    expect(await checkSealTrees(tx)).toEqual({ checked: 1n, breaches: 1n })
  })
})

/** As servers before trees sealed: one text of all heads. */
const sealOldWay = (tx: Tx, number: bigint) => tx`
  with grown as (select * from accounts where posting_number > 0),
  sealed as (
    insert into seals (number, at, hash)
    select ${number}::bigint, ${bank.now()}, sha256(coalesce((select hash from seals where number = ${number}::bigint - 1),
      decode(repeat('00', 32), 'hex')) || convert_to(concat_ws(E'\n', ${number}::bigint, ${bank.now().getTime()}::bigint,
      string_agg(concat_ws(E'\n', id, posting_number, encode(posting_head, 'hex'), audit_number, encode(audit_head, 'hex')),
      E'\n' order by id)), 'UTF8')) from grown returning number)
  insert into sealed_heads (seal_number, account_id, posting_number, posting_head, audit_number, audit_head)
  select ${number}::bigint, id, posting_number, posting_head, audit_number, audit_head from grown`

test('seals of both versions verify, and every head is sealed again after one of version 1', async () => {
  const [ada, ben] = [await bank.person({ balanceCents: 5_00n }), await bank.person({ balanceCents: 7_00n })]
  const brokenAfter = async (tx: Tx) =>
    (await checkInvariants(tx, 'UTC')).filter(({ breaches }) => breaches > 0n).map(({ number }) => number)
  for (const harm of [
    null,
    "update seals set at = at - interval '1 day' where number = 1",
    "update seals set at = at - interval '1 day' where number = 4",
    "update sealed_heads set posting_number = 0, posting_head = decode(repeat('00', 32), 'hex') where seal_number = 1",
    'update sealed_heads set audit_number = 7 where seal_number = 4',
    'update seals set root = sha256(root) where number = 2',
    'update seals set leaves = leaves + 1 where number = 2',
    'delete from seal_groups where seal_number = 4',
    'delete from sealed_heads where seal_number = 4',
  ])
    await undone(async (tx, sql) => {
      await sealOldWay(tx, 1n)
      expect(await proofOf(sql, ada.id)).toMatchObject({ kind: 'unsealed' })
      expect(await sealChains(sql, bank.now())).toMatchObject({ number: 2n, heads: 2 })
      expect(await proofOf(sql, ada.id)).toMatchObject({ kind: 'proven', facts: { seal: { number: 2 } } })
      // A server of the version before still runs.
      await sealOldWay(tx, 3n)
      expect(await proofOf(sql, ben.id)).toMatchObject({ kind: 'unsealed' })
      expect(await sealChains(sql, bank.now())).toMatchObject({ number: 4n, heads: 2 })
      expect(await proofOf(sql, ben.id)).toMatchObject({ kind: 'proven', facts: { seal: { number: 4 } } })
      if (harm) await tx.unsafe(harm)
      expect([harm, await brokenAfter(tx)]).toEqual([harm, harm ? [7] : []])
    })
})
