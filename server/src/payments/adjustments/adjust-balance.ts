import type { z } from 'zod'
import { earliest, startOfDay } from '#contract/bank-day.ts'
import type { fund } from '#contract/payments/adjustments.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField } from '../../platform/runtime/refusal.ts'

const FIRST_DAY = '2000-01-01'
/** The caller's clock may be a little ahead of ours: such a date counts as now, not as the future. */
const CLOCK_TOLERANCE_MS = 60_000

type AdjustmentInput = { kind: 'fund' | 'debit'; form: z.output<typeof fund.body>; context: CommandContext }

export async function adjustBalance(ledger: Ledger, { kind, form, context }: AdjustmentInput): Promise<Outcome> {
  return ledger.submit({
    kind,
    ...context,
    id: newIdAt(context.at),
    auditId: newIdAt(context.at),
    ownerId: form.userId,
    accountId: form.accountId ?? mainAccountId(form.userId),
    amountCents: form.amountCents,
    valueAt: valueDate(form.createdAt, context.at, ledger.zone),
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
