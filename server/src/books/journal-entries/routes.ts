import {
  listJournalEntries,
  proposeJournalEntry,
  readJournalEntry,
  reverseJournalEntry,
} from '#contract/books/journal-entries.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Call, type Route, route, staffContext } from '../../http/route.ts'
import { type ProposedEntry, proposeEntry, proposeReversal } from './propose-entry.ts'
import { listEntries, readEntry } from './read-entries.ts'

export const journalEntryRoutes = (deps: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(proposeJournalEntry, async (call) =>
    answer(call, await proposeEntry(deps, { staff: staffContext(call), idempotency: call.idempotency }, call.body)),
  ),
  route(reverseJournalEntry, async (call) => {
    const context = { staff: staffContext(call), idempotency: call.idempotency }
    return answer(call, await proposeReversal(deps, context, call.params.id, call.body))
  }),
  route(listJournalEntries, async (call) => {
    const { limit, cursor } = call.query
    const entries = await listEntries(deps.sql, { before: cursor, rows: limit + 1 })
    return pageOf(call, entries, limit, ({ _id }) => ({ cursor: _id }))
  }),
  route(readJournalEntry, ({ params, at }) => readEntry(deps.sql, params.entryId, at)),
]

function answer({ reply }: Pick<Call, 'reply'>, { proposal, replayed }: ProposedEntry) {
  if (replayed) reply.header('idempotency-replayed', 'true')
  return proposal
}
