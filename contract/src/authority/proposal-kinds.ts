import type { Permission } from '../permissions.ts'
import { msg } from '../text-id.ts'

/**
 * The kinds of proposals besides money, with the permission to propose, confirm and reject it. Pages load
 * this file, so it has no schemas.
 */
export const PROPOSALS = {
  role: 'authority:change',
  email: 'authority:change',
  name: 'people:edit',
  pin_reset: 'secrets:reset',
  factors_reset: 'secrets:reset',
  bank_details: 'settings:change',
  crypto_addresses: 'settings:change',
  contact_number: 'settings:change',
  mail_server: 'settings:change',
  erasure: 'authority:change',
  staff: 'authority:change',
  statement_undo: 'outside:manage',
  closing: 'books:manage',
  reopening: 'books:manage',
  journal_entry: 'books:manage',
} as const satisfies Record<string, Permission>
export type ProposalKind = keyof typeof PROPOSALS

export const PROPOSAL_KINDS = Object.keys(PROPOSALS) as ProposalKind[]
export const PROPOSAL_STATES = ['pending', 'confirmed', 'rejected', 'expired'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** Why someone with the permission can't confirm a proposal: each is the code of the refusal. */
export const SECOND_PERSON_RULES = ['second_admin_needed', 'role_tie', 'role_new', 'factors_new'] as const
export type SecondPersonRule = (typeof SECOND_PERSON_RULES)[number]

/** The reason of a proposal whose proposer left the bank. */
export const WITHDRAWN_REASON = msg('Withdrawn: the person who proposed it has left.')
export const EXPIRED_REASON = msg('Expired: not confirmed within seven days.')
