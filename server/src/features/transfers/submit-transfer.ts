import type { z } from 'zod'
import type { transferBody } from '#contract/transfers.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import { hashCode, hashPin } from '../../ledger/secrets.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'

/** `code` is null where the form's own code does not count. */
type Transfer = { form: Omit<z.output<typeof transferBody>, 'code'>; code: string | null; asked: CommandContext }

/** From the own account, which carries the person's id: nobody else's can be named. */
export function submitTransfer(ledger: Ledger, keys: Pick<Keys, 'pin'>, transfer: Transfer): Promise<Outcome> {
  const { form, code, asked } = transfer
  const accountId = asked.actor.personId
  return ledger.submit({
    kind: 'transfer',
    ...asked,
    id: newIdAt(asked.at),
    accountId,
    amountCents: form.amount,
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
