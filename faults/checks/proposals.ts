import { PROPOSAL_LIFETIME_MS } from '#server/ledger/second-person.ts'
import { type History, isOk } from '../history.ts'
import type { Office } from './office.ts'

const STATE = { confirm: 'confirmed', reject: 'rejected' } as const

/** One decision per proposal, the acknowledged one, in time and by a second person; a role is given once for each confirmed one. */
export function checkProposals(history: History, { proposals, changes, roleConfirmations }: Office): void {
  const report = (text: string) => history.report('proposals', text)
  const byId = new Map(proposals.map((row) => [row.id, row]))
  for (const operation of history.operations) {
    const { id, kind, subjectId } = operation
    if ((kind !== 'confirm' && kind !== 'reject') || !isOk(operation)) continue
    const row = byId.get(subjectId ?? '')
    if (row?.state !== STATE[kind]) report(`${id} (${kind}): ${subjectId} is ${row?.state}`)
  }
  for (const { id, state, proposed_at, decided_at, by_puppet } of proposals) {
    if (state !== 'confirmed') continue
    if (Number(decided_at) - Number(proposed_at) >= PROPOSAL_LIFETIME_MS)
      report(`${id} was confirmed after it had expired`)
    if (by_puppet) report(`${id} was confirmed by someone whom the proposer appointed`)
  }
  for (const [personId, rows] of Map.groupBy(proposals, ({ subject_id }) => subject_id)) {
    const confirmed = rows.filter(({ state }) => state === 'confirmed').length
    const given = changes.filter(
      ({ person_id, field, value }) => person_id === personId && field === 'role' && value !== 'User',
    ).length
    const stoodUp = roleConfirmations.filter(({ person_id }) => person_id === personId)
    if (stoodUp.length > given)
      report(`${personId} was given a role ${given} times, and confirmed ${stoodUp.length} times`)
    for (const { by } of stoodUp.filter(({ by_puppet, by_giver }) => by_puppet || by_giver))
      report(`The role of ${personId} was confirmed by ${by}, who is no third person`)
    if (given !== confirmed) report(`${personId} was given a role ${given} times, by ${confirmed} confirmed proposals`)
  }
}
