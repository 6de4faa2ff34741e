import { beforeAll } from 'vitest'
import { type Person, useBank } from './bank.ts'
import { addExternalAccount } from './statement-entries.ts'
import { statementForm } from './statement-files.ts'

/** A day of January 2026. */
export const inJanuary = (day: number): string => `2026-01-${String(day).padStart(2, '0')}`

/** A bank whose administrator imports statements. */
export function useStatementImports() {
  const bank = useBank()
  let admin: Person
  beforeAll(async () => {
    admin = await bank.person({ role: 'Admin' })
  })
  let accounts = 0
  return {
    bank,
    admin: () => admin,
    /** A new external account for each test: statements of one must fit together. */
    newAccount: async () => {
      const number = `8810${String(++accounts).padStart(6, '0')}`
      return { id: await addExternalAccount(admin, number), number }
    },
    upload: async (file: string, fields?: Record<string, string>) => {
      const response = await admin.call('POST', '/admin/bank-statements', statementForm(file, fields))
      return { status: response.statusCode, ...response.json() }
    },
  }
}
