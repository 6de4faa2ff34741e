import { imageUrlOf } from '#contract/customers/image-url.ts'
import type { User } from '#contract/customers/people.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { lockOpenAccount } from '../lock-person.ts'
import { requireUser } from '../person.ts'

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
