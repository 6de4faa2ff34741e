/*
 * No schemas in this file: pages load it.
 */

export const SAVINGS_RULES = ['roundUp', 'every'] as const
export type SavingsRuleName = (typeof SAVINGS_RULES)[number]

/** Every month has it. */
export const LAST_EVERY_DAY = 28

/** Why nothing was moved. */
export const SAVINGS_SKIPS = [
  'insufficient_balance',
  'balance_limit',
  'account_pending',
  'account_frozen',
  'account_closed',
] as const
export type SavingsSkip = (typeof SAVINGS_SKIPS)[number]
