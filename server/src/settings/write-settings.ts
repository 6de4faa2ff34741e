import type { NewSettings } from '#contract/settings/settings.ts'
import { ALL_FIELDS_TEXT } from '#contract/texts.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { encryptSecret } from '../platform/crypto/stored-secret.ts'
import { column } from '../platform/db/arrays.ts'
import type { Tx } from '../platform/db/connection.ts'
import { invalidField } from '../platform/runtime/refusal.ts'
import { lockSettings, MAIL_PASSWORD, type StoredSettings } from './read-settings.ts'

export type SettingsPlan = { before: StoredSettings; after: StoredSettings; newPassword: string | null }

/** The settings before and after a replacement, in which omitted optional parts stay. Locks them and writes nothing. */
export async function planSettings(tx: Tx, input: NewSettings): Promise<SettingsPlan> {
  const before = await lockSettings(tx)
  const mail = resolveMail(before.mail, input.mail)
  const after: StoredSettings = {
    bankingInfo: input.bankingInfo,
    cryptoInfo: input.cryptoInfo,
    cashApp: input.cashApp ?? before.cashApp,
    whatsApp: input.whatsApp ?? before.whatsApp,
    mail: { name: mail.name, passwordSet: before.mail.passwordSet || mail.newPassword !== null },
    cannedReplies: input.cannedReplies ?? before.cannedReplies,
  }
  return { before, after, newPassword: mail.newPassword }
}

export async function storeSettings(tx: Tx, before: StoredSettings, after: StoredSettings): Promise<void> {
  await updateSettingsRow(tx, after)
  await replaceCryptoEntries(tx, after.cryptoInfo)
  if (after.cannedReplies !== before.cannedReplies) await replaceCannedReplies(tx, after.cannedReplies)
}

export const encryptMailPassword = (keys: Pick<Keys, 'settings'>, password: string): Buffer =>
  encryptSecret(keys.settings, MAIL_PASSWORD, password)

/** Takes the encrypted password. */
export async function storeMailPassword(tx: Tx, stored: Buffer): Promise<void> {
  await tx`update settings set mail_password = ${stored} where id = 1`
}

/**
 * Both fields are required; a stored password is kept unless the address moves to another domain. The password is sent to
 * that domain's mail server, so an attacker at an administrator's screen could otherwise redirect it to their own.
 */
function resolveMail(
  stored: StoredSettings['mail'],
  input: NewSettings['mail'],
): { name: string; newPassword: string | null } {
  if (!input) return { name: stored.name, newPassword: null }
  const password = input.password || null
  if (input.name === '') {
    if (stored.name !== '' || password !== null) throw invalidField('mail.name', ALL_FIELDS_TEXT)
    return { name: '', newPassword: null }
  }
  const keepsPassword = stored.passwordSet && emailDomain(stored.name) === emailDomain(input.name)
  if (password === null && !keepsPassword) throw invalidField('mail.password', ALL_FIELDS_TEXT)
  return { name: input.name, newPassword: password }
}

export const emailDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

async function updateSettingsRow(tx: Tx, { bankingInfo, cashApp, whatsApp, mail }: StoredSettings): Promise<void> {
  await tx`
    update settings
    set account_number = ${bankingInfo.accountNumber}, account_name = ${bankingInfo.accountName},
        bank_name = ${bankingInfo.bankName}, routing = ${bankingInfo.routing}, bank_address = ${bankingInfo.address},
        cash_app_tag = ${cashApp.tag}, cash_app_name = ${cashApp.name}, whats_app = ${whatsApp}, mail_name = ${mail.name}
    where id = 1`
}

async function replaceCryptoEntries(tx: Tx, entries: StoredSettings['cryptoInfo']): Promise<void> {
  await tx`delete from crypto_entries`
  await tx`
    insert into crypto_entries (position, name, network, address, rate)
    select position, name, network, address, rate from unnest(
      ${column(entries, (entry) => entry.name)}::text[], ${column(entries, (entry) => entry.network)}::text[],
      ${column(entries, (entry) => entry.address)}::text[], ${column(entries, (entry) => entry.rate)}::numeric[])
      with ordinality as input (name, network, address, rate, position)`
}

async function replaceCannedReplies(tx: Tx, replies: StoredSettings['cannedReplies']): Promise<void> {
  await tx`delete from canned_replies`
  await tx`
    insert into canned_replies (position, name, text)
    select position, name, text from unnest(
      ${column(replies, (reply) => reply.name)}::text[], ${column(replies, (reply) => reply.text)}::text[])
      with ordinality as input (name, text, position)`
}
