import type { z } from 'zod'
import { IBAN_TEXT } from '#contract/texts.ts'
import type { authoriseTransfer, transferBody } from '#contract/transfers.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Sql } from '../../db/connection.ts'
import { readIban } from '../../http/bank-details.ts'
import type { RelyingParty } from '../../identity/relying-party.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import { hashCode, hashPin } from '../../ledger/secrets.ts'
import type { Approval, CommandContext, Outcome, Payment } from '../../ledger/types.ts'
import { invalidField } from '../../runtime/refusal.ts'
import { type SignedAuthorisation, verifyAuthorisation } from './authorise-transfer.ts'

export type TransferDeps = { sql: Sql; ledger: Ledger; keys: Pick<Keys, 'pin'>; party: RelyingParty }

type Form = Omit<z.output<typeof transferBody>, 'code'>
/** `code` is null for `POST /transfer`, which ignores the form's code. */
type TransferInput = { form: Form; code: string | null; context: CommandContext }

/** The IBAN without spaces: how it was typed must not make two payments of one. */
export function toPayment(form: z.output<(typeof authoriseTransfer)['body']>): Payment {
  const iban = readIban(form.iban ?? '')
  if (iban === null) throw invalidField('iban', IBAN_TEXT)
  const { amountCents, accountName: name, accountNumber, bankName, swiftCode = '' } = form
  return { amountCents, counterparty: { name, accountNumber, bankName, iban, swiftCode } }
}

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
