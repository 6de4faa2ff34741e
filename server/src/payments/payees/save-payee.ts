import type { z } from 'zod'
import { ACCOUNT_REQUIRED_TEXT } from '#contract/account-numbers.ts'
import { type addPayee, MAX_SAVED_PAYEES, type Payee, type PayeeUpdates } from '#contract/payments/payees.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Notification } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { requireBankDetails, withAccountNumber } from '../bank-details.ts'
import { countPayees, insertPayee, isSaved, lockPayee, storePayee } from './store.ts'

type PayeeForm = z.output<(typeof addPayee)['body']>

/** Under the lock of the person's account, so that calls at once can't exceed the limit. */
export async function savePayee(sql: Sql, personId: string, form: PayeeForm, at: Date): Promise<Payee> {
  const payee = toPayee(newIdAt(at), form)
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    if ((await countPayees(tx, personId)) >= MAX_SAVED_PAYEES) throw new Refusal('payee_limit')
    if (await isSaved(tx, personId, payee)) throw new Refusal('payee_exists')
    await insertPayee(tx, personId, payee, at)
    await record(tx, { notifications: [payeeNotification(personId, 'payee.added', payee, at)] })
    return payee
  })
}

type PayeeChange = { personId: string; id: string; given: PayeeUpdates; at: Date }

export async function updatePayee(sql: Sql, { personId, id, given, at }: PayeeChange): Promise<Payee> {
  requireBankDetails(given)
  return inTransaction(sql, async (tx) => {
    await lockOpenAccount(tx, personId)
    const payee = await lockPayee(tx, personId, id)
    if (!payee) throw new Refusal('not_found')
    const updated = changedPayee(payee, given)
    if (await isSaved(tx, personId, updated)) throw new Refusal('payee_exists')
    await storePayee(tx, personId, updated)
    if (!isSameAccount(payee, updated))
      await record(tx, { notifications: [payeeNotification(personId, 'payee.changed', updated, at)] })
    return updated
  })
}

function toPayee(_id: string, form: PayeeForm): Payee {
  const { name, accountName, accountNumber, bankName, iban, swiftCode } = withAccountNumber(form)
  return { _id, name, accountName, accountNumber, bankName, iban, swiftCode }
}

/** An account number that stands for the IBAN follows it. */
function changedPayee(payee: Payee, given: PayeeUpdates): Payee {
  const standsForIban = payee.iban !== '' && payee.accountNumber === payee.iban
  const updated = toPayee(payee._id, { ...payee, ...(standsForIban ? { accountNumber: '' } : {}), ...given })
  if (updated.accountNumber === '') throw invalidField('accountNumber', ACCOUNT_REQUIRED_TEXT)
  return updated
}

/** The person's own name for the payee doesn't decide where money goes. */
const isSameAccount = (before: Payee, after: Payee): boolean =>
  ACCOUNT_FIELDS.every((field) => before[field] === after[field])
const ACCOUNT_FIELDS = ['accountName', 'accountNumber', 'bankName', 'iban', 'swiftCode'] as const

/** Enough to recognise the account, and no more: email is read by others. */
const payeeNotification = (
  personId: string,
  kind: 'payee.added' | 'payee.changed',
  { name, accountName, accountNumber, bankName, iban }: Payee,
  at: Date,
): Notification => ({
  personId,
  kind,
  data: { name, accountName, bankName, lastDigits: (iban || accountNumber).slice(-SHOWN_DIGITS) },
  at,
})
const SHOWN_DIGITS = 4
