import { dayOf } from '#contract/bank-day.ts'
import * as contract from '#contract/books/gl-accounts.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { addToChart, changeChart } from './change-chart.ts'
import { listChart, readOfChart } from './read-chart.ts'

export function chartRoutes({ sql, ledger: { zone } }: Pick<Deps, 'sql' | 'ledger'>): Route[] {
  const read = (code: string, at: Date) => readOfChart(sql, code, dayOf(at, zone), zone)
  return [
    route(contract.listGlAccounts, ({ at }) => listChart(sql, dayOf(at, zone), zone)),
    route(contract.addGlAccount, async (call) => {
      await addToChart(sql, staffContext(call), call.body)
      return read(call.body.code, call.at)
    }),
    route(contract.updateGlAccount, async (call) => {
      await changeChart(sql, staffContext(call), call.params.code, call.body)
      return read(call.params.code, call.at)
    }),
  ]
}
