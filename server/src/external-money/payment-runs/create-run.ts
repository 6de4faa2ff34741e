import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Deps } from '../../http/deps.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { makePaymentRun, type RunPlan } from '../../ledger/make-payment-run.ts'
import type { IdempotencyKey } from '../../ledger/types.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField } from '../../platform/runtime/refusal.ts'
import { basisOf, chooseRun, planFromPreview, type RunBasis, type RunChoice } from './plan-run.ts'
import { readRun } from './read-run.ts'
import { toRunResponse } from './run-response.ts'

type RunDeps = Pick<Deps, 'sql' | 'config' | 'ledger'>

type MadeRun = { replayed: boolean } & ({ ok: true; run: PaymentRun } | { ok: false; code: RefusalCode })

export async function createRun(
  deps: RunDeps,
  { staff, idempotency }: { staff: StaffContext; idempotency: IdempotencyKey | null },
  { preview, ...choice }: RunChoice & { preview?: string | undefined },
): Promise<MadeRun> {
  const { sql, ledger } = deps
  if (preview !== undefined && Object.values(choice).some((value) => value !== undefined))
    throw invalidField('preview', 'The preview names the account and the day. Send it alone.')
  const id = newIdAt(staff.at)
  const basis = basisOf(deps, staff.at)
  const planRun = async (tx: Reader): Promise<RunPlan | null> => {
    const plan = await (preview === undefined ? planFromChoice(tx, choice, basis) : planFromPreview(tx, preview, basis))
    return plan && { id, ...plan }
  }
  const outcome = await makePaymentRun(sql, staff, planRun, { idempotency, probe: ledger.runProbe })
  const { replayed } = outcome
  return outcome.ok ? { ok: true, run: toRunResponse(await readRun(sql, outcome.runId)), replayed } : outcome
}

async function planFromChoice(sql: Reader, choice: RunChoice, basis: RunBasis): Promise<Omit<RunPlan, 'id'>> {
  const { account, executeOn } = await chooseRun(sql, choice, basis)
  const { initiator, currency } = basis
  return { currency, executeOn, initiator, debtor: account.debtor, digest: null }
}
