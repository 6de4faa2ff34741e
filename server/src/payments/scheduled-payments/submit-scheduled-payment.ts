import type { z } from 'zod'
import { dayOf } from '#contract/bank-day.ts'
import { MAX_START_YEARS } from '#contract/payments/scheduled-payment-calendar.ts'
import type {
  ScheduledPayment,
  ScheduledPaymentUpdate,
  scheduledPaymentBody,
} from '#contract/payments/scheduled-payments.ts'
import { toSecretRefusal } from '../../identity/attempts-left.ts'
import { mainAccountId } from '../../ledger/account.ts'
import type { ScheduledPayment as LedgerScheduledPayment } from '../../ledger/scheduled-payment.ts'
import { hashCode } from '../../ledger/secrets.ts'
import {
  type ScheduledPaymentCommand,
  type ScheduledPaymentOutcome,
  submitScheduledPayment,
} from '../../ledger/submit-scheduled-payment.ts'
import type { CommandContext } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField, type Refusal } from '../../platform/runtime/refusal.ts'
import { countUnknownAccount } from '../payees/check-payee.ts'
import { type ApprovalDeps, toApproval, toPayment } from '../transfers/approve-payment.ts'
import { readScheduledPayment } from './read-scheduled-payments.ts'

export type ScheduledPaymentDeps = ApprovalDeps & { zone: string; bankNames: readonly string[] }
export type SubmittedScheduledPayment = { scheduledPayment: ScheduledPayment; replayed: boolean }

type Form = z.output<typeof scheduledPaymentBody>

export async function createScheduledPayment(
  deps: ScheduledPaymentDeps,
  form: Form,
  context: CommandContext,
): Promise<SubmittedScheduledPayment> {
  const { startOn, every, until = null, name } = form
  const payment = { ...toPayment(form), schedule: { startOn, every, until } }
  return submit(deps, {
    ...(await approved(deps, form, payment, context)),
    id: newIdAt(context.at),
    accountId: form.accountId ?? mainAccountId(context.actor.personId),
    change: 'created',
    name: name || payment.counterparty.name,
  })
}

type AmountChange = ScheduledPaymentUpdate & { amountCents: bigint }

/** The owner approves again, for the same payee and schedule with the new amount and message. */
export async function changePayment(
  deps: ScheduledPaymentDeps,
  { id, accountId, counterparty, schedule, ...before }: LedgerScheduledPayment,
  update: AmountChange,
  context: CommandContext,
): Promise<SubmittedScheduledPayment> {
  const { amountCents, message = before.message } = update
  const payment = { amountCents, counterparty, message, schedule }
  return submit(deps, {
    ...(await approved(deps, update, payment, context)),
    id,
    accountId,
    change: 'changed',
    keepsMessage: update.message === undefined,
  })
}

type ApprovedPayment = Pick<ScheduledPaymentCommand, 'amountCents' | 'counterparty' | 'message' | 'schedule'>
type Credentials = { pin?: string | undefined; authorisation?: unknown; code?: string | undefined }

const approved = async (
  deps: ScheduledPaymentDeps,
  credentials: Credentials,
  payment: ApprovedPayment,
  context: CommandContext,
) => ({
  ...context,
  ...payment,
  approval: await toApproval(deps, credentials, payment, context),
  codeHash: credentials.code ? hashCode(deps.keys.pin, context.actor.personId, credentials.code) : null,
})

async function submit(
  { sql, zone, bankNames }: ScheduledPaymentDeps,
  command: ScheduledPaymentCommand,
): Promise<SubmittedScheduledPayment> {
  const outcome = await submitScheduledPayment(sql, { zone, bankNames }, command)
  await countUnknownAccount(sql, outcome, command)
  if (!outcome.ok) throw await refusalOf(sql, command, outcome, zone)
  const scheduledPayment = await readScheduledPayment(sql, command.actor.personId, outcome.scheduledPaymentId)
  if (!scheduledPayment)
    throw new Error(`The scheduled payment ${outcome.scheduledPaymentId} was not found after it was stored`)
  return { scheduledPayment, replayed: outcome.replayed }
}

/** The ledger refuses a first day that can't be. The bank's date is named: the customer's may be another. */
async function refusalOf(
  sql: Sql,
  { actor, at }: ScheduledPaymentCommand,
  { code }: Extract<ScheduledPaymentOutcome, { ok: false }>,
  zone: string,
): Promise<Refusal> {
  if (code !== 'invalid') return toSecretRefusal(sql, actor.personId, code)
  const today = dayOf(at, zone)
  return invalidField(
    'startOn',
    `Choose a day from ${today} on, which is today at the bank, at most ${MAX_START_YEARS} years ahead.`,
  )
}
