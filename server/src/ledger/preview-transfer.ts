import type { Sql } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { actorRefusal } from './core/decide.ts'
import { needsOf } from './core/needs.ts'
import type { Rules } from './core/rules.ts'
import { findParties, readState } from './read-state.ts'
import { previewPayment } from './transfers/decide-transfer.ts'
import type { Outcome, TransferCommand, TransferDetails } from './types.ts'

/** `asked` is what a request for money asks for. */
export type PreviewedTransfer = TransferDetails & Pick<TransferCommand, 'asked'>

/**
 * What would become of a transfer that is submitted now: the state is read and decided as for one, under the same lock, and
 * nothing is written. PIN, passkey and code are left out.
 */
export async function previewTransfer(sql: Sql, rules: Rules, transfer: PreviewedTransfer): Promise<Outcome> {
  const command: TransferCommand = { ...transfer, kind: 'transfer', approval: { kind: 'api_key' }, codeHash: null }
  const parties = await findParties(sql, [command], rules)
  return inTransaction(sql, async (tx) => {
    const state = await readState(tx, needsOf([command], rules.zone), parties, rules)
    const refusal = actorRefusal(state, command)
    return refusal ? { ok: false, code: refusal, replayed: false } : previewPayment(state, command).outcome
  })
}
