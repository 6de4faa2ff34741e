import { deposit, readPaymentReference } from '#contract/payments/deposits.ts'
import { paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import type { Deps } from '../../http/deps.ts'
import { commandContext, type Route, route } from '../../http/route.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { answerOutcome } from '../transaction-response.ts'
import { submitDeposit } from './submit-deposit.ts'

export const depositRoutes = (deps: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(deposit, async (call) =>
    answerOutcome(call, await submitDeposit(deps, { form: call.body, context: commandContext(call) })),
  ),
  route(readPaymentReference, async ({ session: { personId } }) => ({
    reference: paymentReferenceOf(await readMainNumber(deps.sql, personId)),
  })),
]

async function readMainNumber(sql: Reader, personId: string): Promise<string> {
  const [row] = await sql<{ number: string }[]>`select number from accounts where id = ${mainAccountId(personId)}`
  if (!row) throw new Error(`Person ${personId} has no main account`)
  return row.number
}
