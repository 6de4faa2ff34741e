import { imageUrlOf } from '#contract/image-url.ts'
import type { User } from '#contract/people.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lockOpenAccount } from '../../people/lock-person.ts'
import { requireUser } from '../../people/person.ts'
import { Refusal } from '../../runtime/refusal.ts'

type Choice = { personId: string; uploadId: string | null; at: Date }

/** Only the person's own upload, and not a PDF. */
export function choosePicture(sql: Sql, { personId, uploadId, at }: Choice): Promise<User> {
  const image = uploadId ? imageUrlOf(uploadId) : ''
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const chosen = await tx`
      update people set image = ${image}, updated_at = ${at}
      where id = ${personId} and (${uploadId}::uuid is null or exists (
        select 1 from uploads where id = ${uploadId} and owner_id = ${personId} and kind = 'image'))`
    if (chosen.count === 0) throw new Refusal('no_image')
    return requireUser(tx, personId)
  })
}
