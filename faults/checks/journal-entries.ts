import type { Sql } from '#server/platform/db/connection.ts'
import { type History, isOk } from '../history.ts'

type JournalRow = {
  proposal_id: string
  text: string
  state: string
  proposed_by: string
  decided_by: string | null
  booked: number
}

/** Every proposal of a journal entry by hand, with how often it was booked. */
export const readJournal = (sql: Sql) => sql<JournalRow[]>`
  select p.id as proposal_id, p.change ->> 'text' as text, p.state, p.proposed_by, p.decided_by,
    (select count(*)::int from journal_entries e where e.proposal_id = p.id or e.text = p.change ->> 'text') as booked
  from proposals p where p.kind = 'journal_entry' order by p.id`

/** An acknowledged entry was proposed once; a confirmed one is booked once, and any other not at all. */
export function checkJournalEntries(history: History, rows: readonly JournalRow[]): void {
  const report = (text: string) => history.report('journal entries', text)
  const byText = Map.groupBy(rows, ({ text }) => text)
  const byId = new Map(rows.map((row) => [row.proposal_id, row]))
  for (const operation of history.operations) {
    const { id, kind, subjectId } = operation
    if (!isOk(operation)) continue
    const proposals = byText.get(id)?.length ?? 0
    if (kind === 'journal entry' && proposals !== 1) report(`${id} was acknowledged, and proposed ${proposals} times`)
    if (kind === 'confirm entry' && byId.get(subjectId ?? '')?.state !== 'confirmed')
      report(`${id}: ${subjectId} is not confirmed`)
  }
  for (const { proposal_id: id, state, booked, proposed_by, decided_by } of rows) {
    if (booked !== (state === 'confirmed' ? 1 : 0)) report(`${id} is ${state}, and booked ${booked} times`)
    if (state === 'confirmed' && proposed_by === decided_by) report(`${id} was confirmed by its proposer`)
  }
}
