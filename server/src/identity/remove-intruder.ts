import type { Text } from '#contract/text.ts'
import { auditEntry } from '../ledger/audit-entry.ts'
import { clearPinSetSince } from '../ledger/secrets.ts'
import { stopPaymentsSince } from '../ledger/stop-payments.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import type { Texts } from '../platform/texts/texts.ts'
import { endAccess } from './end-access.ts'
import { removeFactorsSince } from './factors.ts'

type Intrusion = {
  personId: string
  /** Factors added and a PIN set since then may be the thief's. */
  secretsSince: Date
  /** Transfers and scheduled payments made since then may be the thief's. */
  paymentsSince: Date
  at: Date
  requestId: string
}

type RemovedIntruder = {
  /** What was stopped; the notification tells the owner. */
  stopped: { cancelledTransfers: number; pausedOrders: number }
  auditEntries: AuditEntry[]
  notifications: Notification[]
}

/**
 * Takes everything from the one who got into an account: ways in, factors, the PIN, transfers that are still pending and
 * scheduled payments. The caller holds the person's lock and records what is returned, with its own notification.
 */
export async function removeIntruder(tx: Tx, intrusion: Intrusion): Promise<RemovedIntruder> {
  const { personId, secretsSince, paymentsSince: since, at, requestId } = intrusion
  await endAccess(tx, personId, at)
  await removeFactorsSince(tx, personId, secretsSince)
  await clearPinSetSince(tx, personId, secretsSince)
  const { notifications, ...stopped } = await stopPaymentsSince(tx, { personId, since, at, requestId })
  const entry = auditEntry(
    { actorId: personId, at, requestId },
    { subjectId: personId, action: 'account.secured', before: {}, after: stopped },
  )
  return { stopped, auditEntries: [entry], notifications }
}

/** What an email says about `stopped`, as its notification has it. */
export function stoppedPaymentsTexts(data: Record<string, unknown>, { t }: Texts): Text[] {
  const [transfers, orders] = [Number(data.cancelledTransfers ?? 0), Number(data.pausedOrders ?? 0)]
  if (transfers + orders === 0)
    return [t('No transfer was pending and no scheduled payment was active that was made since then.')]
  return [
    ...(transfers > 0
      ? [
          t(
            '{count, plural, one {We cancelled # transfer that was made since then and still pending.} other {We cancelled # transfers that were made since then and still pending.}}',
            { count: transfers },
          ),
        ]
      : []),
    ...(orders > 0
      ? [
          t(
            '{count, plural, one {We paused # scheduled payment that was made since then. If it is yours, you can resume it.} other {We paused # scheduled payments that were made since then. If they are yours, you can resume them.}}',
            { count: orders },
          ),
        ]
      : []),
  ]
}
