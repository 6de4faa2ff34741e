import type { NewSettings } from '#contract/settings.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { changedFields } from '../../ledger/changed-fields.ts'
import { record } from '../../ledger/record.ts'
import { lockStaff } from '../../people/own-account.ts'
import type { StoredSettings } from '../../settings/read-settings.ts'
import { writeSettings } from '../../settings/write-settings.ts'

export function updateSettings(
  { sql, keys }: Pick<Deps, 'sql' | 'keys'>,
  staff: StaffContext,
  input: NewSettings,
): Promise<StoredSettings> {
  return inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'settings:change')
    const { before, after, passwordChanged } = await writeSettings(tx, keys, input)
    const changed = changedFields(
      {
        ...flat(before),
        ...replies(before, after),
        'mail.password': before.mail.passwordSet ? 'set' : 'none',
      },
      {
        ...flat(after),
        ...replies(after, before),
        'mail.password': passwordChanged ? 'changed' : before.mail.passwordSet ? 'set' : 'none',
      },
    )
    if (changed)
      await record(tx, {
        auditEntries: [auditEntry(staff, { subjectId: null, action: 'settings.updated', ...changed })],
      })
    return after
  })
}

/** One key per field, so that the audit log shows only the fields that changed. */
const flat = ({ bankingInfo, cryptoInfo, cashApp, whatsApp, mail }: StoredSettings) => ({
  'bankingInfo.accountNumber': bankingInfo.accountNumber,
  'bankingInfo.accountName': bankingInfo.accountName,
  'bankingInfo.bankName': bankingInfo.bankName,
  'bankingInfo.routing': bankingInfo.routing,
  'bankingInfo.address': bankingInfo.address,
  cryptoInfo: cryptoInfo.map(({ name, network, address, rate }) => ({ name, network, address, rate })),
  'cashApp.tag': cashApp.tag,
  'cashApp.name': cashApp.name,
  whatsApp,
  'mail.name': mail.name,
})

/** One key per reply, empty where only the other version has it, and the list of names in order. */
const replies = ({ cannedReplies }: StoredSettings, other: StoredSettings): Record<string, unknown> => ({
  cannedReplies: cannedReplies.map(({ name }) => name),
  ...Object.fromEntries(other.cannedReplies.map(({ name }) => [`cannedReplies.${name}`, ''])),
  ...Object.fromEntries(cannedReplies.map(({ name, text }) => [`cannedReplies.${name}`, text])),
})
