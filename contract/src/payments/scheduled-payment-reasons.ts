import { msg } from '../text-id.ts'

/** Why a scheduled payment was not made on a due day. No schemas in this file: pages show the texts. */
export const RUN_REASONS = {
  insufficient_balance: msg('There was not enough money in the account.'),
  limit_exceeded: msg('It was more than your daily limit allows.'),
  account_frozen: msg('Your account is frozen.'),
  account_pending: msg('Your account is awaiting verification.'),
  account_closed: msg('The paying account is closed.'),
  receiver_closed: msg('The receiving account is closed.'),
  unknown_account: msg('There is no account with this number at this bank.'),
  same_account: msg('The payee is the paying account itself.'),
  stopped: msg('You paused or ended the scheduled payment.'),
} as const
export type RunReason = keyof typeof RUN_REASONS

/** Tried again on the next days, at most MAX_TRIES times in all. */
export const RETRIED_REASONS = ['insufficient_balance', 'limit_exceeded'] as const satisfies RunReason[]
export const MAX_TRIES = 3

/** Why a scheduled payment has ended. */
export const END_REASONS = {
  finished: msg('No more payments are due.'),
  by_owner: msg('You ended it.'),
  account_closed: msg('The paying account is closed.'),
  receiver_closed: msg('The receiving account is closed.'),
  unknown_account: msg('There is no account with this number at this bank.'),
  same_account: msg('The payee is the paying account itself.'),
} as const
export type EndReason = keyof typeof END_REASONS
