import { LEAVES_PER_GROUP, NO_HASH, sealText } from '#contract/documents/chain.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'
import { sqlState } from '../../platform/db/errors.ts'
import { FIRST_ID, LAST_ID } from '../../platform/db/id-range.ts'
import { hashAfter } from '../core/chain.ts'
import { merkleRoot } from './merkle.ts'
import { GroupBuilder, type HeadRow, type SealGroup } from './seal-groups.ts'

type Seal = { number: bigint; hash: string; heads: number }

/** Accounts that are read at once. */
const WINDOW = 2 * LEAVES_PER_GROUP

/**
 * Seals the heads of all chains that grew since the last seal. A seal's hash covers the seal before it: a copy kept
 * elsewhere (a log, a printout) proves later that nothing older was rewritten.
 * Null when no chain grew, or when another server made this seal.
 */
export async function sealChains(sql: Sql, at: Date): Promise<Seal | null> {
  try {
    return await sql.begin({ mode: 'isolation level repeatable read' }, (tx) => sealWithin(tx, at))
  } catch (error) {
    // Another server inserted this seal's number, or has not committed it yet.
    if (['23505', '40001', '55P03'].includes(sqlState(error))) return null
    throw error
  }
}

/**
 * Reads the heads twice in one snapshot, first to hash them and then to store them: a seal is inserted before its heads, and
 * neither side keeps all of them in memory.
 */
async function sealWithin(tx: Tx, at: Date): Promise<Seal | null> {
  // A first seal of a million accounts takes longer than the timeout of a request.
  await tx`set local statement_timeout = 0`
  const [last] = await tx<{ number: bigint; hash: Buffer }[]>`
    select number, hash from seals order by number desc limit 1`
  const [plain] = await tx<{ number: bigint }[]>`
    select coalesce(max(number), 0)::bigint as number from seals where version = 1`
  const after = plain?.number ?? 0n
  const groups = await hashGroups(tx, after)
  if (groups.length === 0) return null
  const number = (last?.number ?? 0n) + 1n
  const leaves = groups.reduce((sum, group) => sum + group.leaves, 0)
  const root = merkleRoot(groups.map((group) => group.root))
  const text = sealText({ number, at, root: root.toString('hex'), leaves: BigInt(leaves) })
  const hash = hashAfter(last?.hash ?? Buffer.from(NO_HASH, 'hex'), text)
  await tx`
    insert into seals (number, at, hash, version, root, leaves) values (${number}, ${at}, ${hash}, 2, ${root}, ${leaves})`
  for (const [index, group] of groups.entries()) await storeGroup(tx, number, index, group, after)
  return { number, hash: hash.toString('hex'), heads: leaves }
}

/**
 * Accounts `a` with a chain that grew since its head was sealed. Seals of version 1 don't count, nor what came before one: no
 * path leads from their heads to the latest seal, so those heads are sealed again.
 */
const grown = (sql: Reader, after: bigint) => sql`
  accounts a left join lateral (
    select h.posting_number, h.audit_number from sealed_heads h
    where h.account_id = a.id and h.seal_number > ${after} order by h.seal_number desc limit 1) s on true
  where (a.posting_number > coalesce(s.posting_number, 0) or a.audit_number > coalesce(s.audit_number, 0))`

async function hashGroups(tx: Tx, after: bigint): Promise<SealGroup[]> {
  const groups: SealGroup[] = []
  const builder = new GroupBuilder((group) => groups.push(group))
  for (let from = FIRST_ID; from !== LAST_ID; ) {
    const [end] = await tx<{ id: string }[]>`
      select id from accounts where id > ${from} order by id offset ${WINDOW - 1} limit 1`
    const to = end?.id ?? LAST_ID
    const heads = await tx<HeadRow[]>`
      select a.id as account_id, a.posting_number, a.posting_head, a.audit_number, a.audit_head
      from ${grown(tx, after)} and a.id > ${from} and a.id <= ${to} order by a.id`
    for (const head of heads) builder.add(head)
    from = to
  }
  builder.finish()
  return groups
}

async function storeGroup(tx: Tx, seal: bigint, index: number, group: SealGroup, after: bigint): Promise<void> {
  const { firstId, lastId, leaves, root } = group
  await tx`
    insert into seal_groups (seal_number, number, first_account_id, last_account_id, leaves, root)
    values (${seal}, ${index}, ${firstId}, ${lastId}, ${leaves}, ${root})`
  const { count } = await tx`
    insert into sealed_heads (seal_number, account_id, posting_number, posting_head, audit_number, audit_head)
    select ${seal}::bigint, a.id, a.posting_number, a.posting_head, a.audit_number, a.audit_head
    from ${grown(tx, after)} and a.id between ${firstId} and ${lastId}`
  if (count !== leaves) throw new Error(`Group ${index} of seal ${seal} has ${count} heads, hashed were ${leaves}`)
}
