import type { z } from 'zod'
import type { transferBody } from '#contract/transfers.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import { hashCode, hashPin } from '../../ledger/secrets.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'

/** `code` is null for `POST /transfer`, which ignores the form's code. */
type TransferInput = { form: Omit<z.output<typeof transferBody>, 'code'>; code: string | null; context: CommandContext }

/** An account has its owner's id, so a customer can only send from their own. */
export function submitTransfer(ledger: Ledger, keys: Pick<Keys, 'pin'>, transfer: TransferInput): Promise<Outcome> {
  const { form, code, context } = transfer
  const accountId = context.actor.personId
  return ledger.submit({
    kind: 'transfer',
    ...context,
    id: newIdAt(context.at),
    accountId,
    amountCents: form.amountCents,
    counterparty: {
      name: form.accountName,
      accountNumber: form.accountNumber,
      bankName: form.bankName,
      iban: form.iban ?? '',
      swiftCode: form.swiftCode ?? '',
    },
    pinHash: hashPin(keys.pin, accountId, form.pin),
    codeHash: code === null ? null : hashCode(keys.pin, accountId, code),
  })
}
