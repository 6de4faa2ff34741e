import type { z } from 'zod'
import { earliest, startOfDay } from '#contract/bank-day.ts'
import type { fund } from '#contract/payments/adjustments.ts'
import type { Deps } from '../../http/deps.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { CommandContext, Outcome } from '../../ledger/types.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField } from '../../platform/runtime/refusal.ts'

const FIRST_DAY = '2000-01-01'
/** The caller's clock may be a little ahead of ours: such a date counts as now, not as the future. */
const CLOCK_TOLERANCE_MS = 60_000

type AdjustmentDeps = Pick<Deps, 'ledger' | 'config'>
type AdjustmentInput = { kind: 'fund' | 'debit'; form: z.output<typeof fund.body>; context: CommandContext }

export async function adjustBalance(
  { ledger, config }: AdjustmentDeps,
  { kind, form, context }: AdjustmentInput,
): Promise<Outcome> {
  const { reason = '', confirm = false } = form
  // Who acts on the own account is told that first.
  const isOwn = context.actor.personId === form.userId
  if (config.fourEyesAboveCents !== null && reason === '' && !isOwn) throw invalidField('reason', 'Enter a reason.')
  const accountId = form.accountId ?? mainAccountId(form.userId)
  const valueAt = valueDate(form.createdAt, context.at, ledger.zone)
  return ledger.submit({
    kind,
    ...context,
    id: newIdAt(context.at),
    auditId: newIdAt(context.at),
    ownerId: form.userId,
    accountId,
    amountCents: form.amountCents,
    valueAt,
    message: reason,
    confirm,
    note: form.note ?? '',
  })
}

/** A bare date counts from the beginning of that day in the bank's time zone. */
export function valueDate(given: string | undefined, now: Date, zone: string): Date {
  if (given === undefined) return now
  const valueAt = earliest(given, zone)
  if (valueAt < startOfDay(FIRST_DAY, zone)) throw invalidField('createdAt', 'The date can’t be before 2000-01-01.')
  if (valueAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS)
    throw invalidField('createdAt', 'The date can’t be in the future.')
  return valueAt < now ? valueAt : now
}
