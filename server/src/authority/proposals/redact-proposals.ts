import { ERASED, redactText } from '../../customers/redact.ts'
import type { Tx } from '../../platform/db/connection.ts'

/** Takes the texts about an erased person out of the proposals about them. Kinds, ids and states stay. */
export async function redactProposals(tx: Tx, personId: string): Promise<void> {
  const proposals = await tx<{ id: string; texts: string[] }[]>`
    select id, array[before::text, after::text, basis::text, change::text] as texts from proposals where subject_id = ${personId}`
  for (const { id, texts } of proposals) {
    const [before = '{}', after = '{}', basis = '{}', change = '{}'] = texts.map(redactText)
    await tx`
      update proposals set before = ${before}::text::json, after = ${after}::text::json, basis = ${basis}::text::json,
        change = ${change}::text::json, reason = case reason when '' then '' else ${ERASED} end
      where id = ${id}`
  }
}
