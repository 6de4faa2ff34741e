import { bankCurrency } from '#contract/money.ts'
import type { Bank, Person } from '../bank.ts'
import { addOutsideAccount, importLines } from '../statement-entries.ts'
import { mt940, statementForm } from '../statement-files.ts'
import type { Recipe } from './recipe.ts'

/** Of calls about accounts at other banks and lines of their statements. */
export function createOutsideRecipes(bank: Bank, user: Person, admin: Person): Record<string, Recipe> {
  async function statement() {
    const account = await addOutsideAccount(admin)
    const imported = await importLines(bank, admin, account, [{ amountCents: 12_50n, text: 'Hello' }])
    return { statementId: imported.id, lineId: imported.ids[0] }
  }
  const linePath = async (rest: string) => `/admin/bank-statements/lines/${(await statement()).lineId}/${rest}`
  const statementPath = async (rest = '') => `/admin/bank-statements/${(await statement()).statementId}${rest}`
  async function statementFile() {
    const account = `66${Date.now()}`
    await addOutsideAccount(admin, account)
    const lines = [{ on: '2026-01-05', cents: 12_50, text: 'Hello' }]
    return statementForm(mt940({ account, openingCents: 0, lines }, bankCurrency().code))
  }
  const mappings = async (rest = '') => `/admin/outside-accounts/${await addOutsideAccount(admin)}/csv-mappings${rest}`
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
    'GET /admin/bank-statements/lines/:id/details': async () => ({ path: await linePath('details') }),
    'POST /admin/bank-statements/lines/:id/match': async () => ({
      path: await linePath('match'),
      body: { userId: user.id },
    }),
    'POST /admin/bank-statements/lines/:id/ignore': async () => ({
      path: await linePath('ignore'),
      body: { reason: 'Fee' },
    }),
    'POST /admin/bank-statements/lines/:id/undo': async () => ({ path: await linePath('undo') }),
    'POST /admin/bank-statements/lines/:id/return': async () => ({
      path: await linePath('return'),
      body: { reason: 'Unknown' },
    }),
  }
}
