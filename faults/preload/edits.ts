/** A search and replace in one file of the server. The text must be there exactly once, or the server does not start. */
export type Edit = { file: string; find: string; instead: string }

const COMMIT_BATCH = 'server/src/ledger/commit-batch.ts'
const HOUSEKEEPING = 'server/src/jobs/housekeeping.ts'
const WRITE_ROWS = 'server/src/ledger/write-rows.ts'

/** The labelled points of a money request. */
export const POINT_NAMES = ['after the lock', 'before the commit', 'after the commit', 'before the answer'] as const
export type Point = (typeof POINT_NAMES)[number]
const at = (point: Point) => `globalThis.faultPoint('${point}')`

export const POINTS: readonly Edit[] = [
  {
    file: COMMIT_BATCH,
    find: '  const journal = new Journal()\n  const outcomes = commands.map(',
    instead: `  ${at('after the lock')}\n  const journal = new Journal()\n  const outcomes = commands.map(`,
  },
  {
    file: COMMIT_BATCH,
    find: '      await writeRows(tx, state, journal)\n      return outcomes\n',
    instead: `      await writeRows(tx, state, journal)\n      ${at('before the commit')}\n      return outcomes\n`,
  },
  {
    file: COMMIT_BATCH,
    find: '  return inTransaction(\n    sql,',
    instead: '  const committed = await inTransaction(\n    sql,',
  },
  {
    file: COMMIT_BATCH,
    find: '    metAnother,\n  )\n}',
    instead: `    metAnother,\n  )\n  ${at('after the commit')}\n  return committed\n}`,
  },
  {
    file: 'server/src/http/transaction-response.ts',
    find: "  if (outcome.replayed) reply.header('idempotency-replayed', 'true')\n",
    instead: `  ${at('before the answer')}\n  if (outcome.replayed) reply.header('idempotency-replayed', 'true')\n`,
  },
]

export type Bug = {
  title: string
  /** The checkers that it is meant for: one of them must notice. */
  caughtBy: readonly string[]
  edits: readonly Edit[]
  /** Where the database would refuse by itself what the bug does. */
  statement?: string
  /** The kind of fault that brings it out, where being busy is not enough. */
  under?: string
  /** What a clock brings out, and not a number of operations, is given this long. */
  forMs?: number
}

export const BUGS: Record<string, Bug> = {
  'lock-removed': {
    title: 'The lock of the accounts is removed',
    // Numbers of events and postings that are taken already stop most of what it does, with an answer of 500; wrong PINs
    // have no number.
    caughtBy: ['invariants', 'looks at a secret', 'answers of 500'],
    // One that stands still after it has read: whoever comes meanwhile is forgotten when it goes on.
    under: 'server paused holding locks',
    edits: [{ file: 'server/src/ledger/read-state.ts', find: 'order by id for update`', instead: 'order by id`' }],
  },
  'key-outside': {
    title: 'The idempotency key is written after the transaction',
    caughtBy: ['two effects'],
    under: 'server killed after the commit',
    edits: [
      {
        file: WRITE_ROWS,
        find: '    journal.remembered.length > 0 && insertRemembered(tx, journal),\n',
        instead: '',
      },
      { file: WRITE_ROWS, find: 'function insertRemembered', instead: 'export function insertRemembered' },
      {
        file: COMMIT_BATCH,
        find: "import { writeRows } from './write-rows.ts'",
        instead: "import { insertRemembered, writeRows } from './write-rows.ts'",
      },
      {
        file: COMMIT_BATCH,
        find: '      await writeRows(tx, state, journal)\n      globalThis',
        instead: '      await writeRows(tx, state, journal)\n      late = journal\n      globalThis',
      },
      {
        file: COMMIT_BATCH,
        find: '  const committed = await',
        instead: '  let late: Journal | undefined\n  const committed = await',
      },
      {
        file: COMMIT_BATCH,
        find: '  return committed\n}',
        instead: `  if (late && (late as Journal).remembered.length > 0) await sql\`with \${insertRemembered(sql as never, late)} select 1\`.catch(() => {})\n  return committed\n}`,
      },
    ],
  },
  'hold-kept': {
    title: 'A declined transfer keeps its hold',
    caughtBy: ['invariants'],
    edits: [
      {
        file: 'server/src/ledger/decide-approval.ts',
        find: "    ...(declined.type === 'Transfer' ? [releaseHold(declined)] : []),\n",
        instead: '',
      },
    ],
  },
  'counted-late': {
    title: 'A wrong PIN is counted after the comparison, on its own',
    caughtBy: ['looks at a secret'],
    edits: [
      {
        file: 'server/src/ledger/apply.ts',
        find: "      if (effect.kind === 'count_pin') account.pinAttempts = effect.attempts\n",
        instead:
          "      if (effect.kind === 'count_pin' && effect.attempts > 0) (journal as any).late = [...((journal as any).late ?? []), account.id]\n      else if (effect.kind === 'count_pin') account.pinAttempts = effect.attempts\n",
      },
      {
        file: COMMIT_BATCH,
        find: '      await writeRows(tx, state, journal)\n      globalThis',
        instead:
          '      await writeRows(tx, state, journal)\n      late = (journal as any).late ?? []\n      globalThis',
      },
      {
        file: COMMIT_BATCH,
        find: '  const committed = await',
        instead: '  let late: string[] = []\n  const committed = await',
      },
      {
        file: COMMIT_BATCH,
        find: '  return committed\n}',
        instead:
          '  for (const id of late)\n    await sql.unsafe("update accounts set pin_attempts = least(5, pin_attempts + 1) where id = $1", [id])\n  return committed\n}',
      },
    ],
  },
  'answered-early': {
    title: 'The answer is sent before the commit',
    caughtBy: ['acknowledged and missing'],
    under: 'server killed before the commit',
    edits: [
      {
        file: COMMIT_BATCH,
        find: '  const committed = await inTransaction(\n    sql,',
        instead: '  return new Promise((resolve, reject) => void inTransaction(\n    sql,',
      },
      {
        file: COMMIT_BATCH,
        find: "      globalThis.faultPoint('before the commit')\n",
        instead:
          "      resolve(outcomes)\n      await new Promise((soon) => setTimeout(soon, 20))\n      globalThis.faultPoint('before the commit')\n",
      },
      {
        file: COMMIT_BATCH,
        find: "    metAnother,\n  )\n  globalThis.faultPoint('after the commit')\n  return committed\n}",
        instead: '    metAnother,\n  ).catch(reject))\n}',
      },
    ],
  },
  'posted-twice': {
    title: 'An approved deposit is posted twice',
    caughtBy: ['invariants'],
    // The database would refuse the second one by itself.
    statement: 'drop index postings_transaction',
    edits: [
      {
        file: 'server/src/ledger/decide-approval.ts',
        find: "    { kind: 'post', transaction: completed, entryId: completed.id, contra: contraOf(completed) },\n    tellDecision(completed, 'approved', command.at),",
        instead:
          "    { kind: 'post', transaction: completed, entryId: completed.id, contra: contraOf(completed) },\n    ...(completed.type === 'Deposit' ? [{ kind: 'post' as const, transaction: completed, entryId: completed.id, contra: contraOf(completed) }] : []),\n    tellDecision(completed, 'approved', command.at),",
      },
    ],
  },
  'refused-with-effect': {
    title: 'A transfer that is refused for want of money is booked all the same',
    caughtBy: ['refused with an effect'],
    edits: [
      {
        file: 'server/src/ledger/decide-transfer.ts',
        find: "  if (available(account) < command.amountCents) return refuse('insufficient_balance', attempts)\n  const transaction = pendingTransfer(command, receiverId)\n",
        instead:
          "  const transaction = { ...pendingTransfer(command, receiverId) }\n  if (available(account) < command.amountCents) return refuse('insufficient_balance', [...attempts, { kind: 'open', transaction: { ...transaction, status: 'Declined', decidedAt: command.at, decidedBy: account.id } }])\n",
      },
    ],
  },
  'counter-falls': {
    title: 'Housekeeping forgets wrong PINs with old attempts',
    caughtBy: ['counters'],
    forMs: 6_000,
    edits: [
      // Often, but not so often that a counter is back at nothing before anybody has looked at it; and only rows that the busy
      // accounts' transfers don't hold, or the database would undo most of it.
      { file: HOUSEKEEPING, find: 'const FIRST_AFTER_MS = 20_000', instead: 'const FIRST_AFTER_MS = 1_000' },
      { file: HOUSEKEEPING, find: 'const EVERY_MS = 10 * 60_000', instead: 'const EVERY_MS = 1_500' },
      {
        file: HOUSEKEEPING,
        find: "    'forget old attempts': async () => {\n",
        instead:
          "    'forget old attempts': async () => {\n      await sql`update accounts set pin_attempts = 0 where pin_attempts > 0`\n",
      },
    ],
  },
  'stale-read': {
    title: 'A list is answered from a copy that is a while old',
    caughtBy: ['own writes'],
    edits: [
      {
        file: 'server/src/features/transactions/routes.ts',
        find: '    const rows = await readOwnTransactions(sql, call.session.personId, call.query, ledger.zone)\n',
        instead:
          '    const rows = (await readOwnTransactions(sql, call.session.personId, call.query, ledger.zone)).filter((row) => Date.now() - row.submitted_at.getTime() > 1_000)\n',
      },
    ],
  },
}
