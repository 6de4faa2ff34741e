import { changedFields } from '../platform/runtime/changed-fields.ts'
import type { StoredSettings } from './read-settings.ts'

/** The fields that differ, as staff see them. Of the mail password only that it was changed. Null when none does. */
export const changedSettings = (before: StoredSettings, after: StoredSettings, passwordChanged: boolean) =>
  changedFields(
    { ...flat(before), ...replies(before, after), 'mail.password': before.mail.passwordSet ? 'set' : 'none' },
    {
      ...flat(after),
      ...replies(after, before),
      'mail.password': passwordChanged ? 'changed' : before.mail.passwordSet ? 'set' : 'none',
    },
  )

/** One key per field, so that the audit log shows only the fields that changed. */
const flat = ({ bankingInfo, cryptoInfo, cashApp, whatsApp, mail }: StoredSettings): Record<string, unknown> => ({
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
