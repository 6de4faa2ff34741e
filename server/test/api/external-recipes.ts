import { bankCurrency } from '#contract/money.ts'
import type { Bank, Person } from '../bank.ts'
import { addExternalAccount, importEntries } from '../statement-entries.ts'
import { mt940, statementForm } from '../statement-files.ts'
import type { Recipe } from './recipe.ts'

/** Of calls about accounts at other banks and entries of their statements. */
export function createExternalMoneyRecipes(bank: Bank, user: Person, admin: Person): Record<string, Recipe> {
  async function statement() {
    const account = await addExternalAccount(admin)
    const imported = await importEntries(bank, admin, account, [{ amountCents: 12_50n, text: 'Hello' }])
    return { statementId: imported.id, entryId: imported.ids[0] }
  }
  const entryPath = async (rest: string) => `/admin/bank-statements/lines/${(await statement()).entryId}/${rest}`
  const statementPath = async (rest = '') => `/admin/bank-statements/${(await statement()).statementId}${rest}`
  async function statementFile() {
    const account = `66${Date.now()}`
    await addExternalAccount(admin, account)
    const entries = [{ on: '2026-01-05', cents: 12_50, text: 'Hello' }]
    return statementForm(mt940({ account, openingCents: 0, entries }, bankCurrency().code))
  }
  const mappings = async (rest = '') => `/admin/outside-accounts/${await addExternalAccount(admin)}/csv-mappings${rest}`
  const mapping = { delimiter: ';', skipRows: 1, dateOrder: 'dmy', decimal: ',', bookedOn: 0, amount: 1, text: [] }
  return {
    'POST /admin/bank-statements': statementFile,
    'POST /admin/bank-statements/preview': statementFile,
    'GET /admin/outside-accounts/:id/csv-mappings': async () => ({ path: await mappings() }),
    'PUT /admin/outside-accounts/:id/csv-mappings/:fingerprint': async () => ({
      path: await mappings(`/${'5'.repeat(64)}`),
      body: { mapping, columns: ['Date', 'Amount'] },
    }),
    'POST /admin/outside-accounts': () => ({
      body: { name: 'Outside', number: 'DE02 1203', currency: bankCurrency().code },
    }),
    'GET /admin/bank-statements/:id': async () => ({ path: await statementPath() }),
    'GET /admin/bank-statements/:id/lines': async () => ({ path: await statementPath('/lines') }),
    'GET /admin/bank-statements/lines/:id/details': async () => ({ path: await entryPath('details') }),
    'POST /admin/bank-statements/lines/:id/match': async () => ({
      path: await entryPath('match'),
      body: { userId: user.id },
    }),
    'POST /admin/bank-statements/lines/:id/ignore': async () => ({
      path: await entryPath('ignore'),
      body: { reason: 'Fee' },
    }),
    'POST /admin/bank-statements/lines/:id/undo': async () => ({ path: await entryPath('undo') }),
    'POST /admin/bank-statements/lines/:id/return': async () => ({
      path: await entryPath('return'),
      body: { reason: 'Unknown' },
    }),
  }
}
