import type { ProposalKind } from '#contract/authority/proposal-kinds.ts'
import { findAdministrators } from '../authority/administrators.ts'
import type { Acts, ProposalHandler, ProposalRow } from '../authority/proposal.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import type { Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { changedSettings } from './changed-settings.ts'
import { notifyMailChange } from './mail-change.ts'
import { lockSettings, type StoredSettings } from './read-settings.ts'
import { basisOf } from './settings-proposals.ts'
import { storeMailPassword, storeSettings } from './write-settings.ts'

/** Carries out what was proposed about the settings, if that section has not changed since. */
async function applySettings(tx: Tx, staff: StaffContext, { kind, basis, change, secret }: ProposalRow): Promise<Acts> {
  const before = await lockSettings(tx)
  const current = await basisOf(tx, kind, before)
  if (JSON.stringify(basis) !== JSON.stringify(current)) throw new Refusal('proposal_outdated')
  const after: StoredSettings = { ...before, ...(change as Partial<StoredSettings>) }
  await storeSettings(tx, before, after)
  if (secret) await storeMailPassword(tx, secret)
  const changed = changedSettings(before, after, secret !== null)
  const entries = changed ? [auditEntry(staff, { subjectId: null, action: 'settings.updated', ...changed })] : []
  return { auditEntries: entries, notifications: [] }
}

export const settingsProposalHandlers = {
  bank_details: { apply: applySettings },
  crypto_addresses: { apply: applySettings },
  contact_number: { apply: applySettings },
  mail_server: {
    findNotified: findAdministrators,
    apply: async (tx, staff, proposal, { ids }) => {
      const { auditEntries } = await applySettings(tx, staff, proposal)
      return { auditEntries, notifications: await notifyMailChange(tx, staff, ids) }
    },
  },
} satisfies Partial<Record<ProposalKind, ProposalHandler>>
