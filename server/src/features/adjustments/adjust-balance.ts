import type { z } from 'zod'
import type { fund } from '#contract/adjustments.ts'
import { earliest, startOfDay } from '#contract/bank-day.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { newIdAt } from '../../ledger/new-id-at.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { invalidField } from '../../runtime/refusal.ts'

const FIRST_DAY = '2000-01-01'
/** The clock of whoever asks may be a little ahead of ours; that is now, and not the future. */
const CLOCK_TOLERANCE_MS = 60_000

type Adjustment = { kind: 'fund' | 'debit'; form: z.output<typeof fund.body>; asked: CommandContext }

export async function adjustBalance(ledger: Ledger, { kind, form, asked }: Adjustment): Promise<Outcome> {
  return ledger.submit({
    kind,
    ...asked,
    id: newIdAt(asked.at),
    auditId: newIdAt(asked.at),
    accountId: form.userId,
    amountCents: form.amount,
    valueAt: valueDate(form.createdAt, asked.at, ledger.zone),
    note: form.note ?? '',
  })
}

/** A bare date counts from the beginning of that day in the bank's time zone. */
function valueDate(given: string | undefined, now: Date, zone: string): Date {
  if (given === undefined) return now
  const valueAt = earliest(given, zone)
  if (valueAt < startOfDay(FIRST_DAY, zone)) throw invalidField('createdAt', 'The date can’t be before 2000-01-01.')
  if (valueAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS)
    throw invalidField('createdAt', 'The date can’t be in the future.')
  return valueAt < now ? valueAt : now
}
