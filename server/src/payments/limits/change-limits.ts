import { formatMoney, toAmount } from '#contract/money.ts'
import type { Limits } from '#contract/payments/limits.ts'
import { lockForStaffAct, requireNotOwnAccount, requireStandingForStaff } from '../../authority/own-account.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { bankLimitOf, ownLimitAt, RAISE_DELAY_MS } from '../../ledger/daily-limit.ts'
import { readPersonLimits, writePersonLimits } from '../../ledger/limits-store.ts'
import type { PersonLimits } from '../../ledger/person.ts'
import { record } from '../../ledger/record.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { readLimits } from './limits.ts'

type LimitDeps = Pick<Deps, 'sql' | 'config'>
type OwnChange = { dailyCents: bigint | null; fresh: boolean; at: Date }

/** Under the person's lock: a transfer is decided before or after the change, never between. */
export function setOwnLimit({ sql, config }: LimitDeps, personId: string, change: OwnChange): Promise<Limits> {
  const { dailyCents, fresh, at } = change
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const before = await readPersonLimits(tx, personId)
    if (!before) throw new Refusal('not_found')
    const bankCents = bankLimitOf(before, config)
    if (dailyCents !== null && bankCents !== null && dailyCents > bankCents)
      throw invalidField('daily', `Your limit can be at most ${formatMoney(toAmount(bankCents))}.`)
    const after = changeOwn(before, dailyCents, at)
    if (after.next && !fresh) throw new Refusal('confirmation_required')
    if (!isSame(before, after)) {
      await writePersonLimits(tx, personId, after)
      await record(tx, { notifications: [{ personId, kind: 'limit.changed', data: noticeOf(after), at }] })
    }
    return readLimits(tx, personId, config, at)
  })
}

/** No limit is higher than any. A raise that waits keeps its time, unless more is asked for than before. */
export function changeOwn(before: PersonLimits, dailyCents: bigint | null, at: Date): PersonLimits {
  const ownCents = ownLimitAt(before, at)
  if (!isAbove(dailyCents, ownCents)) return { ...before, ownCents: dailyCents, next: null }
  const waiting = before.next && before.next.at > at ? before.next : null
  const keeps = waiting && !isAbove(dailyCents, waiting.cents)
  const next = { cents: dailyCents, at: keeps ? waiting.at : new Date(at.getTime() + RAISE_DELAY_MS) }
  return { ...before, ownCents, next }
}

const isAbove = (cents: bigint | null, other: bigint | null) => other !== null && (cents === null || cents > other)

const isSame = (one: PersonLimits, other: PersonLimits) =>
  one.ownCents === other.ownCents &&
  one.next?.cents === other.next?.cents &&
  one.next?.at.getTime() === other.next?.at.getTime()

const noticeOf = ({ next }: PersonLimits) => (next ? { from: next.at.toISOString() } : {})

/** In place of the bank's limit, at once. */
export function setStaffLimit(
  { sql, config }: LimitDeps,
  staff: StaffContext,
  { personId, dailyCents }: { personId: string; dailyCents: bigint | null },
): Promise<Limits> {
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, personId, 'people:edit')
    requireNotOwnAccount(staff, personId)
    requireStandingForStaff(act)
    if (act.subject.status === 'Closed') throw new Refusal('account_closed')
    const before = await readPersonLimits(tx, personId)
    if (!before) throw new Refusal('not_found')
    if (before.staffCents !== dailyCents) {
      await writePersonLimits(tx, personId, { ...before, staffCents: dailyCents })
      const entry = auditEntry(staff, {
        subjectId: personId,
        action: 'limit.set',
        before: { dailyLimitCents: before.staffCents?.toString() ?? null },
        after: { dailyLimitCents: dailyCents?.toString() ?? null },
      })
      await record(tx, {
        auditEntries: [entry],
        notifications: [{ personId, kind: 'limit.changed', data: { byStaff: true }, at: staff.at }],
      })
    }
    return readLimits(tx, personId, config, staff.at)
  })
}
