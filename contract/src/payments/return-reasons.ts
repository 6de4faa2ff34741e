import { msg } from '../text-id.ts'

/** Why an external bank did not pay, as customers read it on the transaction that credits the payment back. */
export const RETURN_REASONS = {
  accountInvalid: msg('The account number is not valid.'),
  accountClosed: msg('The account is closed.'),
  accountBlocked: msg('The account is blocked.'),
  accountUnsuited: msg('This kind of account can’t receive the payment.'),
  nameDiffers: msg('Name and account number don’t match.'),
  bankUnreachable: msg('The payee’s bank can’t be reached.'),
  bicInvalid: msg('The BIC is not valid.'),
  other: msg('The payment could not be carried out.'),
} as const
