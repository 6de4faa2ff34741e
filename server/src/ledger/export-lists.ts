import { msg } from '#contract/text-id.ts'
import type { Reader } from '../platform/db/connection.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import { type ExportList, type ExportRow, ROWS_PER_READ } from '../platform/personal-data/personal-data.ts'

/* What an export has of the money of a person. */

const ownAccounts = (sql: Reader, personId: string) => sql`(select id from accounts where owner_id = ${personId})`

export const accounts: ExportList = {
  name: 'accounts',
  about: msg('Your accounts with balances and limits. The balance includes what pending transfers hold.'),
  columns: [
    'id',
    'number',
    'kind',
    'name',
    'balanceCents',
    'heldCents',
    'goalCents',
    'openedAt',
    'closedAt',
    'ownDailyLimitCents',
    'nextDailyLimitCents',
    'nextDailyLimitAt',
    'bankDailyLimitCents',
  ],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, number, kind, name, balance as "balanceCents", held as "heldCents", goal as "goalCents",
      opened_at as "openedAt", closed_at as "closedAt", limit_own as "ownDailyLimitCents",
      limit_next as "nextDailyLimitCents", limit_next_at as "nextDailyLimitAt", limit_staff as "bankDailyLimitCents"
    from accounts where owner_id = ${personId} and number is not null and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

export const transactions: ExportList = {
  name: 'transactions',
  about: msg('Deposits and transfers of all your accounts, with your notes and categories.'),
  columns: [
    'id',
    'accountId',
    'type',
    'status',
    'method',
    'amountCents',
    'reference',
    'valueDate',
    'submittedAt',
    'bookedAt',
    'decidedAt',
    'reason',
    'receiptId',
    'counterpartyName',
    'counterpartyAccount',
    'counterpartyBank',
    'counterpartyIban',
    'counterpartySwift',
    'currency',
    'rate',
    'amountDue',
    'reversesId',
    'isReturn',
    'message',
    'note',
    'category',
  ],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select t.id as key, t.id, t.account_id as "accountId", t.type, t.status, t.method, t.amount as "amountCents", t.reference,
      t.value_at as "valueDate", t.submitted_at as "submittedAt", t.booked_at as "bookedAt", t.decided_at as "decidedAt",
      t.reason, t.receipt_id as "receiptId", t.party_name as "counterpartyName", t.party_account as "counterpartyAccount",
      t.party_bank as "counterpartyBank", t.party_iban as "counterpartyIban", t.party_swift as "counterpartySwift",
      t.currency, t.rate::text as rate, t.amount_due::text as "amountDue", t.reverses_id as "reversesId",
      t.is_return as "isReturn", coalesce(t.message, '') as message, coalesce(l.note, '') as note, l.category
    from transactions t left join transaction_labels l on l.transaction_id = t.id
    where t.account_id in ${ownAccounts(sql, personId)} and t.id > ${after ?? FIRST_ID} order by t.id limit ${ROWS_PER_READ}`,
}

export const postings: ExportList = {
  name: 'postings',
  about: msg('What was booked on your accounts, with the balance after each posting.'),
  columns: [
    'accountId',
    'number',
    'entryId',
    'transactionId',
    'contraAccount',
    'amountCents',
    'balanceAfterCents',
    'valueDate',
    'bookedAt',
  ],
  read: (sql, personId, after) => {
    const [accountId = '', number = ''] = (after ?? `${FIRST_ID} 0`).split(' ')
    return sql<ExportRow[]>`
      select account_id || ' ' || number as key, account_id as "accountId", number, entry_id as "entryId",
        transaction_id as "transactionId", contra as "contraAccount", amount as "amountCents",
        balance_after as "balanceAfterCents", value_at as "valueDate", booked_at as "bookedAt"
      from postings
      where account_id in ${ownAccounts(sql, personId)} and (account_id, number) > (${accountId}::uuid, ${number}::bigint)
      order by account_id, number limit ${ROWS_PER_READ}`
  },
}

export const scheduledPayments: ExportList = {
  name: 'scheduled-payments',
  about: msg('Payments that you scheduled, those that ended or were deleted included.'),
  columns: [
    'id',
    'accountId',
    'name',
    'status',
    'amountCents',
    'payeeName',
    'payeeAccount',
    'payeeBank',
    'payeeIban',
    'payeeSwift',
    'message',
    'startOn',
    'every',
    'until',
    'nextOn',
    'endReason',
    'endedAt',
    'createdAt',
    'deletedAt',
  ],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, account_id as "accountId", name, status, amount as "amountCents", party_name as "payeeName",
      party_account as "payeeAccount", party_bank as "payeeBank", party_iban as "payeeIban", party_swift as "payeeSwift",
      coalesce(message, '') as message, start_on as "startOn", every, until, next_on as "nextOn", end_reason as "endReason", ended_at as "endedAt",
      created_at as "createdAt", deleted_at as "deletedAt"
    from orders where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

export const scheduledPaymentRuns: ExportList = {
  name: 'scheduled-payment-runs',
  about: msg('What became of each due day of a scheduled payment.'),
  columns: [
    'scheduledPaymentId',
    'dueOn',
    'status',
    'tries',
    'tryOn',
    'reason',
    'amountCents',
    'triedAt',
    'transactionId',
  ],
  read: (sql, personId, after) => {
    const [scheduledPaymentId = '', dueOn = ''] = (after ?? `${FIRST_ID} 0001-01-01`).split(' ')
    return sql<ExportRow[]>`
      select r.order_id || ' ' || r.due_on as key, r.order_id as "scheduledPaymentId", r.due_on as "dueOn", r.status, r.tries,
        r.try_on as "tryOn", r.reason, r.amount as "amountCents", r.tried_at as "triedAt", r.transaction_id as "transactionId"
      from order_runs r join orders o on o.id = r.order_id
      where o.person_id = ${personId} and (r.order_id, r.due_on) > (${scheduledPaymentId}::uuid, ${dueOn}::date)
      order by r.order_id, r.due_on limit ${ROWS_PER_READ}`
  },
}

export const payRequests: ExportList = {
  name: 'pay-requests',
  about: msg('Requests for money that you made.'),
  columns: ['id', 'accountId', 'amountCents', 'reference', 'createdAt', 'expiresAt', 'cancelledAt'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select id as key, id, account_id as "accountId", amount as "amountCents", reference, created_at as "createdAt",
      expires_at as "expiresAt", cancelled_at as "cancelledAt"
    from pay_requests where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
}

export const savingsRules: ExportList = {
  name: 'savings-rules',
  about: msg('What your savings accounts save by themselves.'),
  columns: ['accountId', 'roundUpOn', 'everyAmountCents', 'everyDay', 'everyOn'],
  read: (sql, personId, after) => sql<ExportRow[]>`
    select account_id as key, account_id as "accountId", round_up_on as "roundUpOn", every_amount as "everyAmountCents",
      every_day as "everyDay", every_on as "everyOn"
    from savings_rules where person_id = ${personId} and account_id > ${after ?? FIRST_ID}
    order by account_id limit ${ROWS_PER_READ}`,
}

export const savingsRuns: ExportList = {
  name: 'savings-runs',
  about: msg('What the rules of your savings accounts have moved, by day.'),
  columns: ['accountId', 'kind', 'dueOn', 'amountCents', 'transactionId', 'reason', 'at'],
  read: (sql, personId, after) => {
    const [accountId = '', kind = '', dueOn = ''] = (after ?? `${FIRST_ID} every 0001-01-01`).split(' ')
    return sql<ExportRow[]>`
      select account_id || ' ' || kind || ' ' || due_on as key, account_id as "accountId", kind, due_on as "dueOn",
        amount as "amountCents", transaction_id as "transactionId", reason, at
      from savings_runs
      where person_id = ${personId} and account_id in ${ownAccounts(sql, personId)}
        and (account_id, kind, due_on) > (${accountId}::uuid, ${kind}, ${dueOn}::date)
      order by account_id, kind, due_on limit ${ROWS_PER_READ}`
  },
}
