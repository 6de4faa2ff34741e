import type { Status } from '#contract/customers/people.ts'
import type { Role } from '#contract/permissions.ts'

export type Person = RoleOrigin & { role: Role; status: Status; fullName: string }

/** Who gave a member of staff their permissions. All null: no one did, as for the first administrators. */
export type RoleOrigin = {
  roleGivenBy: string | null
  /** The first of two, where another one confirmed it. */
  roleProposedBy: string | null
  roleGivenAt: Date | null
}

/** The daily limits that were set for one person. */
export type PersonLimits = {
  /** By the person; null: none. */
  ownCents: bigint | null
  /** A raised own limit that takes effect later; cents null: none any more. */
  next: { cents: bigint | null; at: Date } | null
  /** By staff, in place of the bank's; null: the bank's. */
  staffCents: bigint | null
}
