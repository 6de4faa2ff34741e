import type { Account } from '#contract/customers/accounts.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'

const METHODS: Record<Transaction['method'], TextId> = {
  wire: msg('Wire transfer'),
  bank: msg('Wire transfer'),
  crypto: msg('Cryptocurrency'),
  internal: msg('Internal transfer'),
  adjustment: msg('Adjustment by the bank'),
  move: msg('Between your accounts'),
}

export function methodLabel({ method, crypto, reverses, returns }: Transaction): Text {
  if (returns) return t('Returned transfer')
  return reverses ? t('Reversal by the bank') : crypto?.currency || t(METHODS[method])
}

/** The list that contains the transaction, with its details open. */
export const detailsHref = ({ _id, reference }: Pick<Transaction, '_id' | 'reference'>) =>
  `/dashboard/transactions?${new URLSearchParams({ search: reference, transaction: _id })}`

/** 'to Grace Example', 'from Holidays', or the method when there is no counterparty or the bank booked it. */
export function counterpartyLabel(transaction: Transaction, accounts: readonly Account[]): Text {
  const { type, reverses, returns } = transaction
  const name = counterpartyName(transaction, accounts)
  if (reverses || returns || !name) return methodLabel(transaction)
  return type === 'Transfer' ? t('to {name}', { name }) : t('from {name}', { name })
}

/** 'Grace Example', 'To Savings' for a move, or the method when there is no counterparty or the bank booked it. */
export function payeeName(transaction: Transaction, accounts: readonly Account[]): Text {
  const { type, method, reverses, returns } = transaction
  const name = counterpartyName(transaction, accounts)
  if (reverses || returns || !name) return methodLabel(transaction)
  if (method !== 'move') return name
  return type === 'Transfer' ? t('To {name}', { name }) : t('From {name}', { name })
}

/** Of a move: the name of the own account on the other side. Its owner's name would say nothing. */
export function counterpartyName({ method, counterparty }: Transaction, accounts: readonly Account[]) {
  if (method !== 'move') return counterparty?.accountName
  return accounts.find(({ number }) => number === counterparty?.accountNumber)?.name
}

/** The own account whose money it is. Undefined until the accounts are loaded. */
export const accountOf = ({ accountId }: Transaction, accounts: readonly Account[]) =>
  accounts.find(({ _id, kind }) => (accountId ? _id === accountId : kind === 'main'))

/** An IBAN as on paper. Here without ibantools, which is loaded with the forms only. */
export const inGroupsOfFour = (iban: string) => iban.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ')
