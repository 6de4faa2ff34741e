import { bankCurrency } from '#contract/money.ts'
import type { Bank, Person } from '../bank.ts'
import { addOutsideAccount, importLines } from '../bank-lines.ts'
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
  return {
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
