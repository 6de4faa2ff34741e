import { RETURN_REASONS } from '../payments/return-reasons.ts'
import { msg, type TextId } from '../text-id.ts'

/* What external banks say of payments, and why some are not in a run. Pages load this file, so it has no schemas. */

/** The order is that of time: a later status replaces an earlier one. */
export const PAYMENT_STATUSES = ['accepted', 'booked', 'rejected', 'returned'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const WITHHELD_REASONS = [
  'customer_frozen',
  'customer_not_active',
  'reversal_pending',
  'return_pending',
  'no_account',
] as const
export type WithheldReason = (typeof WITHHELD_REASONS)[number]

/** Why a report of a status file changes nothing. Others are codes of refusals. */
export const UNKNOWN_REASONS = [
  'no_such_run',
  'no_such_payment',
  'ambiguous',
  'run_open',
  'run_cancelled',
  'amount_differs',
  'currency_differs',
  'other_account',
  'already_rejected',
  'unclear_status',
] as const
export type UnknownReason = (typeof UNKNOWN_REASONS)[number]

/** Concern the payee's account: customers read the same words. ISO 20022, ExternalStatusReason1Code and ExternalReturnReason1Code. */
const TOLD: Readonly<Record<string, TextId>> = {
  AC01: RETURN_REASONS.accountInvalid,
  AC03: RETURN_REASONS.accountInvalid,
  AC04: RETURN_REASONS.accountClosed,
  AC06: RETURN_REASONS.accountBlocked,
  AC07: RETURN_REASONS.accountClosed,
  AC13: RETURN_REASONS.accountUnsuited,
  AC14: RETURN_REASONS.accountUnsuited,
  AG01: RETURN_REASONS.accountUnsuited,
  BE01: RETURN_REASONS.nameDiffers,
  CNOR: RETURN_REASONS.bankUnreachable,
  RC01: RETURN_REASONS.bicInvalid,
}

/** Concern the institution, or a person who is not the customer: for staff. */
const KEPT: Readonly<Record<string, TextId>> = {
  AC02: msg('The paying account number is not valid.'),
  AG02: msg('The kind of payment is not supported.'),
  AM01: msg('The amount is not allowed.'),
  AM02: msg('The amount is not allowed.'),
  AM03: msg('The currency is not supported.'),
  AM04: msg('The paying account has too little money.'),
  AM05: msg('The bank has this payment already.'),
  AM09: msg('The amount is not the agreed one.'),
  AM12: msg('The amount is not allowed.'),
  BE04: msg('The address of the payee is missing.'),
  BE05: msg('The bank does not know the sender of the file.'),
  CUST: msg('The payee asked for it.'),
  DT01: msg('The date is not valid.'),
  DUPL: msg('The bank has this payment already.'),
  FF01: msg('The file is not valid.'),
  FOCR: msg('The payment was recalled.'),
  MD07: msg('The account holder has died.'),
  MS02: msg('The payee did not accept it.'),
  MS03: msg('The bank gave no reason.'),
  NARR: msg('The bank gave no reason.'),
  NOAS: msg('The payee did not answer.'),
  RR01: msg('Details required by law are missing.'),
  RR02: msg('Details required by law are missing.'),
  RR03: msg('Details required by law are missing.'),
  RR04: msg('The bank may not carry it out.'),
  TM01: msg('The file came too late.'),
}

/** The words that staff read; null for a code that is not in the lists. */
export const statusReasonWords = (code: string): TextId | null => TOLD[code] ?? KEPT[code] ?? null

/** What the customer reads. */
export const customerReasonOf = (code: string): TextId => TOLD[code] ?? RETURN_REASONS.other
