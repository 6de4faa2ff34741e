/** What the bell keeps, of all that people are told. No schema lives here: pages load it. */
export const NOTABLE_KINDS = [
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
export type NotableKind = (typeof NOTABLE_KINDS)[number]

/** What can be had by mail or not; letters that guard an account (password, e-mail, PIN, code) always go out. */
export const MAIL_TOPICS = [
  'deposit.approved',
  'deposit.declined',
  'deposit.received',
  'transfer.approved',
  'transfer.declined',
  'support.answered',
] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]
