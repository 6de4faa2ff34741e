import type { z } from 'zod'
import type { authoriseTransfer, transferBody } from '#contract/transfers.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Sql } from '../../db/connection.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import { hashCode, hashPin } from '../../ledger/secrets.ts'
import type { Approval, CommandContext, Outcome, Payment } from '../../ledger/types.ts'
import { type SignedAuthorisation, verifyAuthorisation } from './authorise-transfer.ts'

export type TransferDeps = { sql: Sql; ledger: Ledger; keys: Pick<Keys, 'pin'>; party: RelyingParty }

type Form = Omit<z.output<typeof transferBody>, 'code'>
/** `code` is null for `POST /transfer`, which ignores the form's code. */
type TransferInput = { form: Form; code: string | null; context: CommandContext }

export const toPayment = (form: z.output<(typeof authoriseTransfer)['body']>): Payment => ({
  amountCents: form.amountCents,
  counterparty: {
    name: form.accountName,
    accountNumber: form.accountNumber,
    bankName: form.bankName,
    iban: form.iban ?? '',
    swiftCode: form.swiftCode ?? '',
  },
})

/** The ledger refuses an account of another person. */
export async function submitTransfer(deps: TransferDeps, { form, code, context }: TransferInput): Promise<Outcome> {
  const { personId } = context.actor
  const payment = toPayment(form)
  return deps.ledger.submit({
    kind: 'transfer',
    ...context,
    ...payment,
    id: newIdAt(context.at),
    receivingId: newIdAt(context.at),
    accountId: form.accountId ?? mainAccountId(personId),
    approval: await toApproval(deps, form, payment, context),
    codeHash: code === null ? null : hashCode(deps.keys.pin, personId, code),
  })
}

/** The contract lets exactly one of PIN and authorisation through. */
async function toApproval(
  { sql, keys, party }: TransferDeps,
  { pin = '', authorisation }: Form,
  payment: Payment,
  { actor: { personId }, at }: CommandContext,
): Promise<Approval> {
  if (!authorisation) return { kind: 'pin', pinHash: hashPin(keys.pin, personId, pin) }
  const signed = authorisation as SignedAuthorisation
  return verifyAuthorisation(sql, party, { personId, signed, payment, at })
}
