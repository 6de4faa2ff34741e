import type { z } from 'zod'
import { amountDue } from '#contract/decimal.ts'
import type { deposit } from '#contract/payments/deposits.ts'
import type { Deps } from '../../http/deps.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { readCryptoEntries } from '../../settings/read-settings.ts'

type DepositInput = { form: z.output<typeof deposit.body>; context: CommandContext }

export async function submitDeposit(
  { sql, ledger }: Pick<Deps, 'sql' | 'ledger'>,
  { form, context }: DepositInput,
): Promise<Outcome> {
  const { amountCents, method, receipt: receiptId, currency = '' } = form
  const quote = method === 'crypto' ? await quoteNow(sql, currency, amountCents) : NO_QUOTE
  return ledger.submit({
    kind: 'deposit',
    ...context,
    id: newIdAt(context.at),
    accountId: form.accountId ?? mainAccountId(context.actor.personId),
    amountCents,
    method,
    receiptId,
    currency,
    ...quote,
  })
}

type Quote = { rate: string | null; amountDue: string | null }
const NO_QUOTE: Quote = { rate: null, amountDue: null }

/** The rate and the amount due are stored with the deposit: later rate changes don't affect it. */
async function quoteNow(sql: Deps['sql'], currency: string, amountCents: bigint): Promise<Quote> {
  const offered = (await readCryptoEntries(sql)).find(({ name }) => name === currency)
  const due = offered ? amountDue(amountCents, offered.rate) : null
  return offered && due ? { rate: offered.rate, amountDue: due } : NO_QUOTE
}
