import type { z } from 'zod'
import { toAmount } from '#contract/money.ts'
import type { previewTransfer as contract, TransferPreview } from '#contract/payments/transfers.ts'
import { countOrRefuse } from '../../identity/attempts.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { ABOUT_STANDING } from '../../ledger/standing.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { CHECKS, compareWithHolder } from '../payees/check-payee.ts'
import { toPayment } from './approve-payment.ts'
import { readAsked } from './submit-transfer.ts'

type Deps = { sql: Sql; ledger: Ledger; keys: Pick<Keys, 'payRequests'>; config: Pick<Config, 'institution'> }
type Form = z.output<(typeof contract)['body']>
type Refused = Extract<Outcome, { ok: false }>

/** A fee will come with products: today a transfer costs nothing. */
const FEE_CENTS = 0n

/** Tells only when the money arrives and how the names compare: neither flags nor the reason of a review. */
export async function previewTransfer(
  { sql, ledger, keys, config }: Deps,
  form: Form,
  { actor, at, requestId }: CommandContext,
): Promise<TransferPreview | Refused> {
  const payment = toPayment(form)
  const asked = readAsked(keys, form.payRequest)
  const outcome = await ledger.preview({
    ...payment,
    actor,
    at,
    requestId,
    idempotency: null,
    id: newIdAt(at),
    receivingId: newIdAt(at),
    accountId: form.accountId ?? mainAccountId(actor.personId),
    asked,
  })
  // Who can't send at all learns nothing about a payee.
  if (!outcome.ok && ABOUT_STANDING.includes(outcome.code)) return outcome
  await countOrRefuse(sql, CHECKS, actor.personId, at)
  if (!outcome.ok && outcome.code !== 'unknown_account') return outcome
  const { name: accountName, accountNumber, bankName } = payment.counterparty
  const { result } = await compareWithHolder(sql, config.institution, { accountName, accountNumber, bankName })
  const isCompleted = outcome.ok && outcome.transaction.status === 'Completed'
  return { fee: toAmount(FEE_CENTS), arrival: isCompleted ? 'now' : 'after_review', check: result }
}
