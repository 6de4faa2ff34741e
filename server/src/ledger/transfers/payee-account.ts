import { foldBankName } from '#contract/account-numbers.ts'
import { isOfCustomer } from '../core/customer-payment.ts'
import { staysWithOwner } from '../daily-limit.ts'
import { payeeNumberOf } from '../paid-account.ts'
import type { Account, State, TransferDetails } from '../types.ts'

/* Jobs that import the past, or what staff have still to decide, are not asked. */

/** Money between own accounts is moved at once, without PIN and review. */
export const needsMove = (
  state: State,
  { actor }: Pick<TransferDetails, 'actor'>,
  { ownerId }: Account,
  receiverId: string | null,
): boolean => isOfCustomer(actor) && staysWithOwner(state, ownerId, receiverId)

/** The payee's bank is this one by name, and has no such account: the payment would leave as a wire to nowhere. */
export const isUnknownHere = (
  { bankNames, accountIdsByNumber }: State,
  { actor, counterparty }: Pick<TransferDetails, 'actor' | 'counterparty'>,
): boolean =>
  isOfCustomer(actor) &&
  !accountIdsByNumber.has(payeeNumberOf(counterparty)) &&
  bankNames.includes(foldBankName(counterparty.bankName))
