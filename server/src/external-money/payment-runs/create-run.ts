import { dayOf } from '#contract/bank-day.ts'
import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import type { Deps } from '../../http/deps.ts'
import type { StaffContext } from '../../ledger/audit-entry.ts'
import { makePaymentRun } from '../../ledger/make-payment-run.ts'
import type { IdempotencyKey } from '../../ledger/types.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { readRun } from './read-run.ts'
import { toRunResponse } from './run-response.ts'

type RunDeps = Pick<Deps, 'sql' | 'config' | 'ledger'>

type MadeRun = { replayed: boolean } & ({ ok: true; run: PaymentRun } | { ok: false; code: RefusalCode })

export async function createRun(
  { sql, config, ledger }: RunDeps,
  { staff, idempotency }: { staff: StaffContext; idempotency: IdempotencyKey | null },
  { outsideAccountId: externalAccountId }: { outsideAccountId?: string | undefined },
): Promise<MadeRun> {
  const { legalName, name } = config.institution
  const initiator = legalName || name
  const id = newIdAt(staff.at)
  const run = {
    id,
    currency: config.currency.code,
    executeOn: dayOf(staff.at, ledger.zone),
    initiator,
    debtor: (await findExternalAccount(sql, externalAccountId, initiator)) ?? (await depositAccount(sql, initiator)),
  }
  const outcome = await makePaymentRun(sql, staff, run, { idempotency, probe: ledger.runProbe })
  const { replayed } = outcome
  return outcome.ok ? { ok: true, run: toRunResponse(await readRun(sql, outcome.runId)), replayed } : outcome
}

type Debtor = { name: string; number: string; externalAccountId: string | null }

/** The chosen one, or else the first that the institution added. */
async function findExternalAccount(sql: Sql, id: string | undefined, holder: string): Promise<Debtor | null> {
  const [row] = await sql<{ id: string; number: string }[]>`
    select id, number from outside_accounts where ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by created_at, id limit 1`
  if (!row && id !== undefined) throw new Refusal('not_found')
  return row ? { name: holder, number: row.number, externalAccountId: row.id } : null
}

/** Where customers deposit: the institution has an account there. */
async function depositAccount(sql: Sql, holder: string): Promise<Debtor> {
  const { accountName, accountNumber } = (await readSettings(sql)).bankingInfo
  return { name: accountName || holder, number: accountNumber, externalAccountId: null }
}
