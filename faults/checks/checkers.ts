/** What a campaign can find wrong. Described in docs/reliability.md. */
export const CHECKERS = [
  'lost writes',
  'duplicate effects',
  'conflicting responses',
  'conflicting decisions',
  'effects of refusals',
  'unrequested effects',
  'read your writes',
  'monotonic reads',
  'PIN attempts',
  'PIN counters',
  'approvals',
  'reversals',
  'standing',
  'verifications',
  'proposals',
  'balances',
  'lists',
  'invariants',
  'internal errors',
  'no response',
] as const
export type Checker = (typeof CHECKERS)[number]
