import type { Status } from '#contract/customers/people.ts'
import type { Role } from '#contract/permissions.ts'

export type Person = StaffHistory & {
  role: Role
  status: Status
  fullName: string
  /** The member of staff who ended the status Pending; null: no one did. */
  verifiedBy: string | null
  verifiedAt: Date | null
  /** The member of staff who created the customer at the desk; null: no one did. */
  createdBy: string | null
  createdAt: Date | null
}

/** What decides whether a member of staff is a second person beside another. */
export type StaffHistory = RoleOrigin & {
  /** When their second factors were reset by staff, or set up where there were none. */
  factorsChangedAt: Date | null
}

/** Who gave a member of staff their permissions. All null: no one did, as for the first administrators. */
export type RoleOrigin = {
  roleGivenBy: string | null
  /** The first of two, where another one confirmed it. */
  roleProposedBy: string | null
  roleGivenAt: Date | null
  /** When a third person confirmed it. A confirmation of an earlier role does not count. */
  roleConfirmedAt: Date | null
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
