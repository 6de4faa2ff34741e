import { notifyMailChange } from '../authority/administrators.ts'
import type { ProposalRow } from '../authority/proposals/store.ts'
import type { Acts } from '../authority/propose.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import type { Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { changedSettings } from './changed-settings.ts'
import { lockSettings, type StoredSettings } from './read-settings.ts'
import { basisOf } from './settings-proposals.ts'
import { storeMailPassword, storeSettings } from './write-settings.ts'

/** Carries out what was proposed about the settings, if that section has not changed since. */
export async function applySettingsProposal(
  tx: Tx,
  staff: StaffContext,
  { kind, basis, change, secret }: ProposalRow,
  lockedIds: readonly string[],
): Promise<Acts> {
  const before = await lockSettings(tx)
  const current = await basisOf(tx, kind, before)
  if (JSON.stringify(basis) !== JSON.stringify(current)) throw new Refusal('proposal_outdated')
  const after: StoredSettings = { ...before, ...(change as Partial<StoredSettings>) }
  await storeSettings(tx, before, after)
  if (secret) await storeMailPassword(tx, secret)
  const changed = changedSettings(before, after, secret !== null)
  const entries = changed ? [auditEntry(staff, { subjectId: null, action: 'settings.updated', ...changed })] : []
  const notifications = kind === 'mail_server' ? await notifyMailChange(tx, staff, lockedIds) : []
  return { auditEntries: entries, notifications }
}
