import type { User } from '#contract/customers/people.ts'
import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import type { ProposalDraft } from '../../authority/propose.ts'
import { requireFreeEmail } from '../../customers/email-changes.ts'
import { readWasVerified } from '../../customers/verified.ts'
import { requireReason } from '../../identity/change-status.ts'
import type { FactorCounts } from '../../identity/factors.ts'
import { gainsPower } from '../../identity/power.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

type Updates = {
  role?: User['role'] | undefined
  status?: User['status'] | undefined
  /** Of the new status. */
  reason?: string | undefined
  email?: string | undefined
  fullName?: string | undefined
  dob?: string | undefined
}

/**
 * Takes what gives power out of an update of a person: a role or status with more permissions, the address that reset links go to, and
 * the name of a verified person, in which the bank signs. The rest is done at once. The person must be locked.
 */
export async function splitUpdates<Changes extends Updates>(
  tx: Tx,
  user: User,
  updates: Changes,
  at: Date,
): Promise<{ drafts: ProposalDraft[]; rest: Changes }> {
  const rest = { ...updates }
  const drafts: ProposalDraft[] = []
  const standing = standingDraft(user, updates)
  if (standing) {
    drafts.push(standing)
    delete rest.role
    delete rest.status
  }
  const { email } = updates
  // Another spelling too: servers may tell capitals apart, and reset links go to the stored one.
  if (email !== undefined && email !== user.email) {
    await requireFreeEmail(tx, user._id, email, at)
    drafts.push(draft('email', user, { email: user.email }, { email }))
    delete rest.email
  }
  const name = nameDraft(user, updates)
  if (name && (await readWasVerified(tx, user._id))) {
    drafts.push(name)
    delete rest.fullName
    delete rest.dob
  }
  return { drafts, rest }
}

/** A closed account stays as it is. */
export function requireNotClosed({ status }: Pick<User, 'status'>): void {
  if (status === 'Closed') throw new Refusal('account_closed')
}

function standingDraft(
  user: User,
  { role = user.role, status = user.status, reason = '' }: Updates,
): ProposalDraft | null {
  const before = { role: user.role, status: user.status }
  if (!gainsPower(before, { role, status })) return null
  const change = { ...(role === user.role ? {} : { role }), ...(status === user.status ? {} : { status }) }
  const shown = Object.fromEntries(Object.keys(change).map((name) => [name, before[name as 'role' | 'status']]))
  if (!change.status) return draft('role', user, shown, change)
  // Told now rather than when it is confirmed; the second person reads the reason.
  requireReason({ before: user.status, after: status, reason })
  return draft('role', user, shown, { ...change, ...(reason && { reason }) })
}

function nameDraft(user: User, { fullName, dob }: Updates): ProposalDraft | null {
  const change = {
    ...(fullName === undefined || fullName === user.fullName ? {} : { fullName }),
    ...(dob === undefined || dob === user.dob ? {} : { dob }),
  }
  const fields = Object.keys(change) as ('fullName' | 'dob')[]
  if (fields.length === 0) return null
  return draft('name', user, Object.fromEntries(fields.map((field) => [field, user[field]])), change)
}

export const pinResetDraft = (user: User, locked: boolean): ProposalDraft => ({
  ...draft('pin_reset', user, { pin: locked ? 'locked' : 'set' }, { pin: 'none' }),
  basis: { status: user.status, hasPin: true },
})

/** The basis is the status alone: a factor that is added meanwhile is removed too. */
export const factorsResetDraft = (user: User, { totp, passkeys }: FactorCounts, reason: string): ProposalDraft => ({
  ...draft('factors_reset', user, { totp, passkeys }, { totp: 0, passkeys: 0, reason }),
  basis: { status: user.status },
  change: { reason },
})

export const erasureDraft = (user: User, ground: ErasureGround): ProposalDraft => draft('erasure', user, {}, { ground })

const draft = (
  kind: ProposalDraft['kind'],
  user: User,
  before: ProposalDraft['before'],
  after: ProposalDraft['after'],
): ProposalDraft => ({
  kind,
  subject: { id: user._id, role: user.role },
  before,
  after,
  // The status too: nothing is confirmed about an account that was closed meanwhile.
  basis: { status: user.status, ...before },
  change: after,
})
