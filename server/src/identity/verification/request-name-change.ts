import type { User } from '#contract/customers/people.ts'
import type { Notification } from '../../ledger/types.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import * as store from './store.ts'
import { decideNameRequest } from './verifications.ts'

type NameFields = Pick<User, 'fullName' | 'dob'>

/** The reason that the person reads for a request that another one replaced. */
const REPLACED = 'Replaced by another request.'

/**
 * Opens a request for another name or date of birth. It replaces an open one as a whole: what is not given stays as it was
 * verified. Returns the notifications to send; none: it is what was verified or asked for already. The person must be locked.
 */
export async function requestNameChange(
  tx: Tx,
  user: User,
  { fullName = user.fullName, dob = user.dob }: { [Field in keyof NameFields]?: string | undefined },
  { fresh, at }: { fresh: boolean; at: Date },
): Promise<Notification[]> {
  const asked = { fullName, dob }
  if (isSame(asked, user) || (user.nameChange && isSame(asked, user.nameChange))) return []
  if (!fresh) throw new Refusal('confirmation_required')
  const personId = user._id
  const latest = await store.findLatest(tx, personId)
  // One submission at a time: staff look at the documents of a person who is verified again.
  if (latest?.kind === 'identity' && latest.state === 'submitted') throw new Refusal('verification_submitted')
  const submittedAt = store.laterThan(latest, at)
  await decideNameRequest(tx, personId, { state: 'rejected', reason: REPLACED, decidedBy: personId, at: submittedAt })
  await store.insertNameChange(tx, { id: newIdAt(submittedAt), personId, ...asked, at: submittedAt })
  return [{ personId, kind: 'name.change_requested', data: {}, at }]
}

const isSame = (one: NameFields, other: NameFields) => one.fullName === other.fullName && one.dob === other.dob
