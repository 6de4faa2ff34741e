import type { Tx } from '../platform/db/connection.ts'
import { giveCodes } from './chart.ts'

export type NewExternalAccount = {
  id: string
  name: string
  number: string
  currency: string
  createdBy: string
  createdAt: Date
}

/** The contra account of an external account. */
export const contraOfExternalAccount = (id: string): string => `outside:${id}`

/** The account gets a code of the chart. False: one with this number exists. Older ones may be stored with dashes. */
export async function insertExternalAccount(tx: Tx, account: NewExternalAccount): Promise<boolean> {
  const { id, name, number, currency, createdBy, createdAt } = account
  const contra = contraOfExternalAccount(id)
  await tx`insert into contra_accounts (name) values (${contra})`
  const result = await tx`
    insert into outside_accounts (id, contra, name, number, currency, created_by, created_at)
    select ${id}, ${contra}, ${name}, ${number}, ${currency}, ${createdBy}, ${createdAt}
    where not exists (select from outside_accounts where replace(number, '-', '') = ${number})
    on conflict (number) do nothing`
  if (result.count !== 1) return false
  await giveCodes(tx)
  return true
}
