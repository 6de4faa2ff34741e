import { v7 as newId } from 'uuid'
import { hashPin } from '../../server/src/ledger/secrets.ts'
import type { Command } from '../../server/src/ledger/types.ts'
import type { Keys } from '../../server/src/platform/crypto/keys.ts'

export const PIN = '1234'
/** Of everybody, where people log in. */
export const PASSWORD = 'a long sentence that is hard to guess'
export type BenchCustomer = { id: string; token: string; number: string; role: 'User' | 'Admin' }

/** In dollars. All other workloads transfer more, so that nothing of theirs is completed at once. */
export const INSTANT_UP_TO = 5
const DAYS_AGO_MS = 2 * 86_400_000

/** A person who has paid one payee of this bank before, and sends nothing else than instant transfers. */
export type BenchPayer = { customer: BenchCustomer; payee: BenchCustomer }

/** The payment that makes the payee known: submitted and approved days ago. */
export function earlierPayment(keys: Pick<Keys, 'pin'>, { customer, payee }: BenchPayer): Command[] {
  const at = new Date(Date.now() - DAYS_AGO_MS)
  const actor = { kind: 'system', job: 'import_history', personId: customer.id } as const
  const context = { actor, at, requestId: 'bench', idempotency: null }
  const [id, receivingId] = [newId(), newId()]
  return [
    {
      ...context,
      kind: 'transfer',
      id,
      receivingId,
      accountId: customer.id,
      amountCents: 100n,
      counterparty: { name: 'Grace Example', accountNumber: payee.number, bankName: '', iban: '', swiftCode: '' },
      approval: { kind: 'pin', pinHash: hashPin(keys.pin, customer.id, PIN) },
      codeHash: null,
    },
    {
      ...context,
      kind: 'approve',
      transactionId: id,
      auditId: newId(),
      fresh: true,
      confirm: false,
      receivingId,
      receivingAuditId: newId(),
    },
  ]
}
