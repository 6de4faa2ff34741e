/** What the bell keeps, of all that people are told. No schema lives here: pages load it. */
export const BELL_KINDS = [
  'deposit.approved',
  'deposit.declined',
  'deposit.received',
  'transfer.approved',
  'transfer.declined',
  'account.funded',
  'account.debited',
  'support.answered',
  'pin.reset',
  'code.set',
  'code.cleared',
  'status.changed',
  'password.changed',
  'email.changed',
] as const
export type BellKind = (typeof BELL_KINDS)[number]

/** What can be had by mail or not; letters that guard an account (password, e-mail, PIN, code) always go out. */
export const OPTIONAL_MAIL_KINDS = [
  'deposit.approved',
  'deposit.declined',
  'deposit.received',
  'transfer.approved',
  'transfer.declined',
  'support.answered',
] as const
export type OptionalMailKind = (typeof OPTIONAL_MAIL_KINDS)[number]
