import type { z } from 'zod'
import type { transferBody } from '#contract/payments/transfers.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { hashCode } from '../../ledger/secrets.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { decodePayRequest } from '../pay-requests/pay-code.ts'
import { countUnknownAccount } from '../payees/check-payee.ts'
import { type ApprovalDeps, toApproval, toPayment } from './approve-payment.ts'

export type TransferDeps = ApprovalDeps & { ledger: Ledger; keys: Pick<Keys, 'payRequests'> }

type Form = Omit<z.output<typeof transferBody>, 'code'>
/** `code` is null for `POST /transfer`, which ignores the form's code. */
type TransferInput = { form: Form; code: string | null; context: CommandContext }

/** The ledger refuses an account of another person. */
export async function submitTransfer(deps: TransferDeps, { form, code, context }: TransferInput): Promise<Outcome> {
  const { personId } = context.actor
  const payment = toPayment(form)
  const asked = readAsked(deps.keys, form.payRequest)
  const outcome = await deps.ledger.submit({
    kind: 'transfer',
    ...context,
    ...payment,
    id: newIdAt(context.at),
    receivingId: newIdAt(context.at),
    accountId: form.accountId ?? mainAccountId(personId),
    approval: await toApproval(deps, form, payment, context),
    asked,
    codeHash: code === null ? null : hashCode(deps.keys.pin, personId, code),
  })
  await countUnknownAccount(deps.sql, outcome, context)
  return outcome
}

/** What a request for money asks for, by its code; undefined without one. */
export function readAsked(keys: Pick<Keys, 'payRequests'>, code: string | undefined) {
  const asked = code === undefined ? undefined : decodePayRequest(keys.payRequests, code)
  if (asked === null) throw new Refusal('pay_request_invalid')
  return asked
}
