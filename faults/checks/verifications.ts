import { type History, isOk } from '../history.ts'
import type { Office } from './office.ts'

const STATE = { 'approve documents': 'approved', 'reject documents': 'rejected' } as const

/** One decision per submission, the acknowledged one; a person leaves Pending by an approved one only. */
export function checkVerifications(history: History, { people, verifications, uploads }: Office): void {
  const report = (text: string) => history.report('verifications', text)
  const byId = new Map(verifications.map((row) => [row.id, row]))
  const ofPerson = Map.groupBy(verifications, ({ person_id }) => person_id)
  for (const operation of history.operations) {
    const { id, kind, subjectId, personId } = operation
    if (!isOk(operation)) continue
    if (kind === 'submit documents' && (uploads.has(subjectId ?? '') || !ofPerson.has(personId)))
      report(`${id}: upload ${subjectId} was submitted but is still an upload`)
    if (kind !== 'approve documents' && kind !== 'reject documents') continue
    const row = byId.get(subjectId ?? '')
    if (row?.state !== STATE[kind] || (kind === 'reject documents' && row.reason !== id))
      report(`${id} (${kind}): ${subjectId} is ${row?.state}, '${row?.reason}'`)
  }
  const statuses = new Map(people.map(({ id, status }) => [id, status]))
  for (const [personId, rows] of ofPerson) {
    const approved = rows.filter(({ state }) => state === 'approved').length
    if (approved > 1 || (statuses.get(personId) === 'Pending') !== (approved === 0))
      report(`${personId} is ${statuses.get(personId)} with ${approved} approved verifications`)
  }
  for (const { id, documents } of verifications) if (documents !== 1) report(`${id} has ${documents} documents`)
}
