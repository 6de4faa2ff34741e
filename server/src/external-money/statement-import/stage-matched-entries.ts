import {
  type LineToMatch,
  type StagedLine,
  type StagedMatch,
  stageLines,
} from '../../ledger/staged-statement-entries.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Match, type Matching, matchLine } from '../statement-entries/match-entry.ts'
import { addSimilarCandidates, type OpenLine, readNamedCandidates } from '../statement-entries/read-candidates.ts'

/** It locks nothing that others wait for. */
const TIMEOUT_MS = 60_000

type Staging = { importId: string; zone: string; at: Date }

/**
 * Finds what the lines are, and stages them with it. Outside of the import's transaction, which checks again what it books.
 */
export async function stageMatchedLines(
  sql: Sql,
  lines: readonly LineToMatch[],
  { importId, zone, at }: Staging,
): Promise<void> {
  await inTransaction(sql, async (tx) => {
    // A plan of an earlier import may be from when there were few lines and transactions.
    await tx.unsafe(`set local plan_cache_mode = force_custom_plan;
      set local idle_in_transaction_session_timeout = ${TIMEOUT_MS}`)
    const found = await matchLines(tx, lines, zone)
    const staged = lines.map((line): StagedLine => ({ ...line, match: toStagedMatch(found.get(line.id)) }))
    await stageLines(tx, importId, staged, at)
  })
}

/** What a line names decides; only where that is nothing certain, others of its amount are looked for. */
async function matchLines(sql: Reader, lines: readonly OpenLine[], zone: string): Promise<Map<string, Matching>> {
  const candidates = await readNamedCandidates(sql, lines, zone)
  const match = (line: OpenLine) => {
    const { candidates: open = [], people = [] } = candidates.get(line.id) ?? {}
    return matchLine(line, open, people)
  }
  const found = new Map(lines.map((line) => [line.id, match(line)]))
  const uncertain = lines.filter(({ id }) => !found.get(id)?.matched)
  const similar = await addSimilarCandidates(sql, candidates, uncertain, zone)
  for (const line of uncertain) if (similar.has(line.id)) found.set(line.id, match(line))
  return found
}

function toStagedMatch(matching: Matching | undefined): StagedMatch | null {
  if (!matching) return null
  const { matched, suggestions } = matching
  if (!matched && suggestions.length === 0) return null
  // One click books the best one, so it must be bookable.
  const best = matched ?? suggestions.find(({ reasons }) => !reasons.includes('amount_differs')) ?? null
  return {
    state: matched ? 'matched' : 'suggested',
    ...{ transactionId: null, userId: null, returnOf: null, ...best?.target },
    score: best?.score ?? null,
    reasons: best?.reasons.join(' ') ?? '',
    suggestions: JSON.stringify(suggestions.filter((other) => other !== best).map(toStored)),
  }
}

const toStored = ({ target, score, reasons }: Match) => ({ ...target, score, reasons })
