import type { NewSettings } from '#contract/settings/settings.ts'
import { findAdministrators } from '../authority/administrators.ts'
import { lockStaff } from '../authority/own-account.ts'
import { findProposers, type MadeProposal, propose, recordActs } from '../authority/propose.ts'
import type { Deps } from '../http/deps.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import type { Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { changedSettings } from './changed-settings.ts'
import { notifyMailChange } from './mail-change.ts'
import { readPasswordFingerprint, type StoredSettings } from './read-settings.ts'
import { SETTINGS_KINDS, splitSettings } from './settings-proposals.ts'
import {
  encryptMailPassword,
  planSettings,
  type SettingsPlan,
  storeMailPassword,
  storeSettings,
} from './write-settings.ts'

/**
 * Tells every administrator, through the mail server in use, that it is about to be replaced. Null: the mail account stays.
 * Otherwise what happened, for the audit log.
 */
export type AnnounceMailChange = (
  staff: StaffContext,
  change: Pick<SettingsPlan, 'before' | 'after' | 'newPassword'>,
  evenIfUnannounced: boolean,
) => Promise<string | null>

export type SettingsDeps = Pick<Deps, 'sql' | 'keys' | 'config'> & { announceMailChange: AnnounceMailChange }
type SettingsUpdate = { settings: StoredSettings; proposals: MadeProposal[] }

/** With four eyes, what gives power is proposed and the rest is stored; without, a new mail server is announced first. */
export async function updateSettings(
  deps: SettingsDeps,
  staff: StaffContext,
  input: NewSettings,
): Promise<SettingsUpdate> {
  const fourEyes = deps.config.fourEyesAboveCents !== null
  const announced = fourEyes ? null : await announce(deps, staff, input)
  return inTransaction(deps.sql, async (tx) => {
    const others = fourEyes
      ? await findProposers(tx, SETTINGS_KINDS)
      : announced?.result
        ? await findAdministrators(tx)
        : []
    await lockStaff(tx, staff, 'settings:change', others)
    const plan = await planSettings(tx, input)
    if (announced && announced.fingerprint !== (await fingerprintOf(tx, plan))) throw new Refusal('changed_meanwhile')
    const encrypt = (password: string) => encryptMailPassword(deps.keys, password)
    const { drafts, rest } = fourEyes ? await splitSettings(tx, plan, encrypt) : { drafts: [], rest: plan.after }
    const password = fourEyes ? null : plan.newPassword
    await storeSettings(tx, plan.before, rest)
    if (password !== null) await storeMailPassword(tx, encrypt(password))
    const proposals: MadeProposal[] = []
    for (const draft of drafts) proposals.push(await propose(tx, staff, draft))
    const changed = changedSettings(plan.before, rest, password !== null)
    const after = { ...changed?.after, ...(announced?.result ? { 'mail.announcement': announced.result } : {}) }
    const entry = changed && auditEntry(staff, { subjectId: null, action: 'settings.updated', ...changed, after })
    const notifications = announced?.result ? await notifyMailChange(tx, staff, others) : []
    await recordActs(tx, { auditEntries: entry ? [entry] : [], notifications }, proposals)
    return { settings: rest, proposals }
  })
}

/** Not in the transaction that stores the settings: no lock is held while a mail server takes its time. */
async function announce(deps: SettingsDeps, staff: StaffContext, input: NewSettings) {
  const { plan, fingerprint } = await inTransaction(deps.sql, async (tx) => {
    const plan = await planSettings(tx, input)
    return { plan, fingerprint: await fingerprintOf(tx, plan) }
  })
  const result = await deps.announceMailChange(staff, plan, input.mail?.evenIfUnannounced === true)
  return { result, fingerprint }
}

/** The mail account that is replaced: it must still be the one that the announcement was sent from. */
const fingerprintOf = async (tx: Tx, { before }: SettingsPlan) =>
  `${before.mail.name} ${await readPasswordFingerprint(tx)}`
