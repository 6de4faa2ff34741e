import type { Tx } from '../db/connection.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import { Refusal } from '../runtime/refusal.ts'
import { changedSettings } from '../settings/changed-settings.ts'
import { notifyMailChange } from '../settings/mail-change.ts'
import { lockSettings, type StoredSettings } from '../settings/read-settings.ts'
import { storeMailPassword, storeSettings } from '../settings/write-settings.ts'
import type { Acts } from './propose.ts'
import { basisOf } from './settings-proposals.ts'
import type { ProposalRow } from './store.ts'

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
