import {
  type StagedMatch,
  type StagedStatementEntry,
  type StatementEntryToMatch,
  stageStatementEntries,
} from '../../ledger/staged-statement-entries.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { planForParameters } from '../../platform/db/plans.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Match, type MatchResult, matchEntry } from '../statement-entries/match-entry.ts'
import { addSimilarCandidates, type OpenEntry, readNamedCandidates } from '../statement-entries/read-candidates.ts'

/** It locks nothing that others wait for. */
const TIMEOUT_MS = 60_000

type StagingContext = { importId: string; zone: string }

/**
 * Finds what the entries are, and stages them with it. Outside of the import's transaction, which checks again what it books.
 */
export async function stageMatchedEntries(
  sql: Sql,
  entries: readonly StatementEntryToMatch[],
  { importId, zone }: StagingContext,
): Promise<void> {
  await inTransaction(sql, async (tx) => {
    // A plan of an earlier import may be from when there were few entries and transactions.
    await planForParameters(tx)
    await tx.unsafe(`set local idle_in_transaction_session_timeout = ${TIMEOUT_MS}`)
    const found = await matchEntries(tx, entries, zone)
    const staged = entries.map(
      (entry): StagedStatementEntry => ({ ...entry, match: toStagedMatch(found.get(entry.id)) }),
    )
    await stageStatementEntries(tx, importId, staged)
  })
}

/** What an entry names decides; only where that is nothing certain, others of its amount are looked for. */
async function matchEntries(
  sql: Reader,
  entries: readonly OpenEntry[],
  zone: string,
): Promise<Map<string, MatchResult>> {
  const candidates = await readNamedCandidates(sql, entries, zone)
  const match = (entry: OpenEntry) => {
    const { candidates: open = [], people = [] } = candidates.get(entry.id) ?? {}
    return matchEntry(entry, open, people)
  }
  const found = new Map(entries.map((entry) => [entry.id, match(entry)]))
  const uncertain = entries.filter(({ id }) => !found.get(id)?.matched)
  const similar = await addSimilarCandidates(sql, candidates, uncertain, zone)
  for (const entry of uncertain) if (similar.has(entry.id)) found.set(entry.id, match(entry))
  return found
}

function toStagedMatch(matching: MatchResult | undefined): StagedMatch | null {
  if (!matching) return null
  const { matched, suggestions } = matching
  if (!matched && suggestions.length === 0) return null
  // One click books the best one, so it must be bookable.
  const best = matched ?? suggestions.find(({ reasons }) => !reasons.includes('amount_differs')) ?? null
  return {
    state: matched ? 'matched' : 'suggested',
    transactionId: null,
    userId: null,
    returnOf: null,
    ...best?.target,
    score: best?.score ?? null,
    reasons: best?.reasons.join(' ') ?? '',
    suggestions: JSON.stringify(suggestions.filter((other) => other !== best).map(toStored)),
  }
}

const toStored = ({ target, score, reasons }: Match) => ({ ...target, score, reasons })
