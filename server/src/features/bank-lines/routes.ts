import * as contract from '#contract/bank-statements.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../runtime/refusal.ts'

const notYet = async () => {
  throw new Refusal('unavailable')
}

export const bankLineRoutes = (): Route[] => [
  route(contract.listBankStatements, notYet),
  route(contract.getBankStatement, notYet),
  route(contract.listStatementLines, notYet),
  route(contract.listBankLines, notYet),
  route(contract.getBankLine, notYet),
  route(contract.matchBankLine, notYet),
  route(contract.ignoreBankLine, notYet),
  route(contract.undoBankLine, notYet),
  route(contract.returnBankLine, notYet),
]
