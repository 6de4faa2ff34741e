import { msg } from '#contract/text-id.ts'
import { FIRST_ID } from '../platform/db/id-range.ts'
import { type ExportRow, type PersonalData, ROWS_PER_READ } from '../platform/personal-data/personal-data.ts'

export const paymentsData = {
  payees: {
    holds: 'saved payees',
    kept: 'until deleted',
    why: 'the person’s choice',
    exported: {
      name: 'payees',
      about: msg('Payees that you saved.'),
      columns: ['id', 'name', 'accountName', 'accountNumber', 'bankName', 'iban', 'swiftCode', 'createdAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select id as key, id, name, account_name as "accountName", account_number as "accountNumber", bank_name as "bankName",
          iban, swift_code as "swiftCode", created_at as "createdAt"
        from payees where person_id = ${personId} and id > ${after ?? FIRST_ID} order by id limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from payees where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  payee_categories: {
    holds: 'categories of payees',
    kept: 'with the person',
    why: 'the person’s choice',
    exported: {
      name: 'payee-categories',
      about: msg('The category that you last chose for a payee.'),
      columns: ['accountNumber', 'bankName', 'category'],
      read: (sql, personId, after) => {
        const [accountNumber = '', bankName = ''] = after ? (JSON.parse(after) as string[]) : []
        return sql<ExportRow[]>`
          select json_build_array(account_number, bank_name)::text as key, account_number as "accountNumber",
            bank_name as "bankName", category
          from payee_categories
          where person_id = ${personId} and (account_number, bank_name) > (${accountNumber}::text, ${bankName}::text)
          order by account_number, bank_name limit ${ROWS_PER_READ}`
      },
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from payee_categories where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  category_rules: {
    holds: 'categories that are always taken for a payee',
    kept: 'with the person',
    why: 'the person’s choice',
    exported: {
      name: 'category-rules',
      about: msg('The categories that are always taken for a payee.'),
      columns: ['payee', 'payeeKey', 'category', 'updatedAt'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select payee_key as key, payee_name as payee, payee_key as "payeeKey", category, updated_at as "updatedAt"
        from category_rules where person_id = ${personId} and payee_key > ${after ?? ''}
        order by payee_key limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from category_rules where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  budgets: {
    holds: 'monthly budgets, and how much of them the person was told to have spent',
    kept: 'with the person',
    why: 'the person’s choice',
    exported: {
      name: 'budgets',
      about: msg('Your monthly budgets, and the last month in which we told you how much was spent.'),
      columns: ['category', 'amountCents', 'toldMonth', 'toldPercent'],
      read: (sql, personId, after) => sql<ExportRow[]>`
        select category as key, category, amount as "amountCents", told_month as "toldMonth", told_percent as "toldPercent"
        from budgets where person_id = ${personId} and category > ${after ?? ''}
        order by category limit ${ROWS_PER_READ}`,
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from budgets where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  budget_checks: {
    holds: 'the last notification when the budgets of a person were looked at',
    kept: 'as long as there are budgets',
    why: 'to tell once',
    exported: { not: 'Needed by the software only.' },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from budget_checks where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
  transaction_labels: {
    holds: 'notes and categories of transactions',
    kept: 'with the person',
    why: 'the person’s choice',
    exported: { within: 'transactions' },
    notExported: {
      'Needed by the software only.': ['updated_at', 'person_id'],
    },
    erasure: {
      does: 'deleted at once',
      atOnce: (tx, { personId }) => tx`delete from transaction_labels where person_id = ${personId}`,
    },
    reading: { unlogged: 'Staff never see it.' },
  },
} satisfies PersonalData
