import { NO_HASH, sealText } from '#contract/documents/chain.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { FIRST_ID } from '../../platform/db/id-range.ts'
import { hashAfter } from '../core/chain.ts'
import { merkleRoot } from './merkle.ts'
import { GroupBuilder, type HeadRow, type SealGroup } from './seal-groups.ts'

type SealRow = { number: bigint; at: Date; hash: Buffer; root: Buffer; leaves: bigint; previous: Buffer | null }
type GroupRow = SealGroup & { seal: bigint; number: number }
type SealedHead = HeadRow & { seal: bigint }

const SEALS_PER_READ = 64
const HEADS_PER_READ = 4096

/** Rebuilds the trees of all seals of version 2 from their heads, a part at a time. */
export async function checkSealTrees(sql: Reader): Promise<{ checked: bigint; breaches: bigint }> {
  let [checked, breaches] = [0n, 0n]
  for (let last = 0n; ; ) {
    const seals = await sql<SealRow[]>`
      select s.number, s.at, s.hash, s.root, s.leaves, p.hash as previous
      from seals s left join seals p on p.number = s.number - 1
      where s.version = 2 and s.number > ${last} order by s.number limit ${SEALS_PER_READ}`
    const [first, end] = [seals[0], seals.at(-1)]
    if (!first || !end) return { checked, breaches }
    last = end.number
    const stored = Map.groupBy(await groupsOf(sql, first.number, end.number), ({ seal }) => seal)
    const heads = headsOf(sql, first.number, end.number)
    let head = await heads.next()
    for (const seal of seals) {
      const groups: SealGroup[] = []
      const builder = new GroupBuilder((group) => groups.push(group))
      for (; !head.done && head.value.seal === seal.number; head = await heads.next()) builder.add(head.value)
      builder.finish()
      checked++
      if (!isSound(seal, groups) || !isSame(groups, stored.get(seal.number) ?? [])) breaches++
    }
  }
}

function isSound({ number, at, hash, root, leaves, previous }: SealRow, groups: readonly SealGroup[]): boolean {
  if (groups.length === 0 || (number > 1n && !previous)) return false
  const total = groups.reduce((sum, group) => sum + group.leaves, 0)
  const rebuilt = merkleRoot(groups.map((group) => group.root))
  const text = sealText({ number, at, root: rebuilt.toString('hex'), leaves: BigInt(total) })
  const expected = hashAfter(previous ?? Buffer.from(NO_HASH, 'hex'), text)
  return rebuilt.equals(root) && BigInt(total) === leaves && expected.equals(hash)
}

const isSame = (groups: readonly SealGroup[], stored: readonly GroupRow[]): boolean =>
  groups.length === stored.length &&
  groups.every(({ firstId, lastId, leaves, root }, index) => {
    const row = stored[index]
    const place = row?.number === index && row.firstId === firstId && row.lastId === lastId
    return place && row.leaves === leaves && row.root.equals(root)
  })

const groupsOf = (sql: Reader, from: bigint, to: bigint) => sql<GroupRow[]>`
  select seal_number as seal, number, first_account_id as "firstId", last_account_id as "lastId", leaves, root
  from seal_groups where seal_number between ${from} and ${to} order by seal_number, number`

async function* headsOf(sql: Reader, from: bigint, to: bigint): AsyncGenerator<SealedHead> {
  for (let [seal, id] = [from, FIRST_ID]; ; ) {
    const heads = await sql<SealedHead[]>`
      select seal_number as seal, account_id, posting_number, posting_head, audit_number, audit_head
      from sealed_heads
      where (seal_number, account_id) > (${seal}, ${id}) and seal_number <= ${to}
        and seal_number in (select number from seals where version = 2)
      order by seal_number, account_id limit ${HEADS_PER_READ}`
    yield* heads
    const last = heads.at(-1)
    if (!last || heads.length < HEADS_PER_READ) return
    ;[seal, id] = [last.seal, last.account_id]
  }
}
