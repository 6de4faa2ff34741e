import {
  PROOF_FORMAT,
  type ProofPosting,
  type ProofSeal,
  type ProofSealHeader,
} from '#contract/documents/proof-file.ts'
import type { Reader, Sql } from '../platform/db/connection.ts'
import { merklePath } from './proof/merkle.ts'
import { type HeadRow, hashHead, toLeaf } from './proof/seal-groups.ts'

const POSTINGS_PER_READ = 500
const HEADERS_PER_READ = 1000

type AccountHead = { id: string; balance: bigint; posting_number: bigint; posting_head: Buffer }
type SealRow = { number: bigint; at: Date; hash: Buffer; root: Buffer; leaves: bigint }
type CoveringSeal = { head: HeadRow & { seal_number: bigint }; latest: bigint; previous: Buffer }
type GroupRow = { number: number; first_account_id: string; last_account_id: string; leaves: number; root: Buffer }

export type ProofStart = { account: AccountHead; covering: CoveringSeal | null }

/** The account and its latest sealed head in one snapshot; null when it is not an account of this person. */
export async function startProof(sql: Sql, ownerId: string, accountId: string): Promise<ProofStart | null> {
  return sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
    const [account] = await tx<AccountHead[]>`
      select id, balance, posting_number, posting_head from accounts where id = ${accountId} and owner_id = ${ownerId}`
    return account ? { account, covering: await readCovering(tx, account.id) } : null
  })
}

/** Nothing leads from a seal of version 1 to those after it, so only heads that were sealed after the last one count. */
async function readCovering(tx: Reader, accountId: string): Promise<CoveringSeal | null> {
  const [head] = await tx<CoveringSeal['head'][]>`
    select seal_number, account_id, posting_number, posting_head, audit_number, audit_head from sealed_heads
    where account_id = ${accountId} and seal_number > (select coalesce(max(number), 0) from seals where version = 1)
    order by seal_number desc limit 1`
  if (!head) return null
  const [seals] = await tx<{ latest: bigint; previous: Buffer | null }[]>`
    select (select max(number) from seals) as latest,
           (select hash from seals where number = ${head.seal_number - 1n}) as previous`
  if (!seals) return null
  return { head, latest: seals.latest, previous: seals.previous ?? Buffer.alloc(32) }
}

/** Reads one group of heads and the roots of all groups, however many accounts the seal covers. */
async function readPath(sql: Reader, head: CoveringSeal['head']): Promise<{ index: number; path: string[] }> {
  const groups = await sql<GroupRow[]>`
    select number, first_account_id, last_account_id, leaves, root from seal_groups
    where seal_number = ${head.seal_number} order by number`
  const { account_id: id } = head
  const place = groups.findIndex(
    ({ first_account_id, last_account_id }) => first_account_id <= id && id <= last_account_id,
  )
  const group = groups[place]
  if (!group) throw new Error(`Seal ${head.seal_number} has no group of account ${id}`)
  const heads = await sql<HeadRow[]>`
    select account_id, posting_number, posting_head, audit_number, audit_head from sealed_heads
    where seal_number = ${head.seal_number} and account_id between ${group.first_account_id} and ${group.last_account_id}
    order by account_id`
  const within = heads.findIndex(({ account_id }) => account_id === id)
  const roots = groups.map(({ root }) => root)
  const path = [...merklePath(heads.map(hashHead), within), ...merklePath(roots, place)]
  const before = groups.slice(0, place).reduce((sum, { leaves }) => sum + leaves, 0)
  return { index: before + within, path: path.map((hash) => hash.toString('hex')) }
}

/** A long account is sent in parts. Postings and seals never change, so the parts need no common snapshot. */
export async function* proofParts(sql: Sql, { account, covering }: ProofStart): AsyncGenerator<string> {
  const head = { number: Number(account.posting_number), hash: account.posting_head.toString('hex') }
  const unsealed = head.number - Number(covering?.head.posting_number ?? 0)
  const start = {
    format: PROOF_FORMAT,
    accountId: account.id,
    balanceCents: String(account.balance),
    head,
    unsealed,
  }
  yield `${JSON.stringify(start).slice(0, -1)},\n"seal":`
  if (covering) yield* sealParts(sql, covering)
  else yield 'null'
  yield ',\n"postings":['
  yield* listParts(postingsOf(sql, account))
  yield ']}\n'
}

async function* sealParts(sql: Sql, covering: CoveringSeal): AsyncGenerator<string> {
  const { postingNumber, postingHead, auditHash } = toLeaf(covering.head)
  const start: Omit<ProofSeal, 'headers'> = {
    postingNumber: Number(postingNumber),
    postingHead,
    auditHash,
    ...(await readPath(sql, covering.head)),
    previousHash: covering.previous.toString('hex'),
  }
  yield `${JSON.stringify(start).slice(0, -1)},"headers":[`
  yield* listParts(headersOf(sql, covering.head.seal_number, covering.latest))
  yield ']}'
}

/** One object a line. */
async function* listParts(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '\n'
  for await (const page of pages) {
    yield separator + page.map((item) => JSON.stringify(item)).join(',\n')
    separator = ',\n'
  }
}

async function* headersOf(sql: Sql, first: bigint, last: bigint): AsyncGenerator<ProofSealHeader[]> {
  for (let from = first; from <= last; from += BigInt(HEADERS_PER_READ)) {
    const to = from + BigInt(HEADERS_PER_READ) - 1n
    const rows = await sql<SealRow[]>`
      select number, at, hash, root, leaves from seals
      where number between ${from} and ${to < last ? to : last} order by number`
    yield rows.map(({ number, at, hash, root, leaves }) => ({
      number: Number(number),
      at: at.toISOString(),
      root: root.toString('hex'),
      leaves: Number(leaves),
      hash: hash.toString('hex'),
    }))
  }
}

type PostingRow = {
  number: bigint
  entry_id: string
  transaction_id: string
  contra: string
  amount: bigint
  balance_after: bigint
  value_at: Date
  booked_at: Date
  hash: Buffer
}

async function* postingsOf(sql: Sql, { id, posting_number: last }: AccountHead): AsyncGenerator<ProofPosting[]> {
  for (let from = 1n; from <= last; from += BigInt(POSTINGS_PER_READ)) {
    const to = from + BigInt(POSTINGS_PER_READ) - 1n
    const rows = await sql<PostingRow[]>`
      select number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash from postings
      where account_id = ${id} and number between ${from} and ${to < last ? to : last} order by number`
    yield rows.map((row) => ({
      number: Number(row.number),
      entryId: row.entry_id,
      transactionId: row.transaction_id,
      contra: row.contra,
      amountCents: String(row.amount),
      balanceAfterCents: String(row.balance_after),
      valueAt: row.value_at.toISOString(),
      bookedAt: row.booked_at.toISOString(),
      hash: row.hash.toString('hex'),
    }))
  }
}

/** Newest first, before a number: what the bank publishes. Seals of version 1 have neither root nor leaves. */
export async function readSeals(sql: Reader, before: bigint | null, limit: number) {
  const rows = await sql<(Omit<SealRow, 'root' | 'leaves'> & { root: Buffer | null; leaves: bigint | null })[]>`
    select number, at, hash, root, leaves from seals
    where ${before}::bigint is null or number < ${before}::bigint order by number desc limit ${limit}`
  return rows.map(({ number, at, hash, root, leaves }) => ({
    number: Number(number),
    at: at.toISOString(),
    hash: hash.toString('hex'),
    root: root?.toString('hex') ?? null,
    leaves: leaves === null ? null : Number(leaves),
  }))
}
