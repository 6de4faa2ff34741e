import type { Category } from '#contract/payments/categories.ts'
import { containsPattern } from '../../customers/email-search.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import { type CategoryBasis, categoryOf } from '../categories/category-of.ts'
import { payeeKey } from '../categories/rule-store.ts'

export type LabelRow = { own_note: string | null } & Pick<CategoryBasis, 'chosen' | 'rule' | 'guess'>

/* To be read with the person's transactions `t`, by `joinLabels`. */
export const categoryColumns = (sql: Reader) => sql`l.category as chosen, r.category as rule, c.category as guess`
export const labelColumns = (sql: Reader) => sql`l.note as own_note, ${categoryColumns(sql)}`
export const joinLabels = (sql: Reader, personId: string) => sql`
  left join transaction_labels l on l.transaction_id = t.id
  left join category_rules r on r.person_id = ${personId} and r.payee_key = ${payeeKey(sql)}
  left join payee_categories c
    on c.person_id = ${personId} and c.account_number = t.party_account and c.bank_name = t.party_bank`

export const toLabel = ({ own_note, ...row }: LabelRow & CategoryBasis) => ({
  note: own_note ?? '',
  ...categoryOf(row),
})

/** The ids of a person's transactions whose own note has the text. */
export const notedWith = (sql: Reader, personId: string, text: string) => sql`
  array(select transaction_id from transaction_labels
        where person_id = ${personId} and note <> '' and note ilike ${containsPattern(text)})`

/** Of the category: null stands for 'none', and 'follow' takes back what was chosen for this transaction. */
export type LabelChange = { note?: string | undefined; category?: Category | null | 'follow' | undefined }

/** One statement, so that changes of note and category at once don't overwrite each other. */
export async function storeLabel(
  tx: Tx,
  { personId, transactionId, at }: { personId: string; transactionId: string; at: Date },
  { note, category }: LabelChange,
): Promise<void> {
  const chosen = category === undefined || category === 'follow' ? null : (category ?? '')
  await tx`
    insert into transaction_labels as l (transaction_id, person_id, note, category, updated_at)
    values (${transactionId}, ${personId}, ${note ?? ''}, ${chosen}, ${at})
    on conflict (transaction_id) do update set updated_at = ${at}
      ${note === undefined ? tx`` : tx`, note = ${note}`} ${category === undefined ? tx`` : tx`, category = ${chosen}`}`
}

/** Remembers the choice as a guess for the account; none is forgotten. */
export async function rememberCategory(
  tx: Tx,
  personId: string,
  { accountNumber, bankName }: { accountNumber: string; bankName: string },
  category: Category | null,
): Promise<void> {
  if (category === null)
    await tx`
      delete from payee_categories
      where person_id = ${personId} and account_number = ${accountNumber} and bank_name = ${bankName}`
  else
    await tx`
      insert into payee_categories (person_id, account_number, bank_name, category)
      values (${personId}, ${accountNumber}, ${bankName}, ${category})
      on conflict (person_id, account_number, bank_name) do update set category = excluded.category`
}
