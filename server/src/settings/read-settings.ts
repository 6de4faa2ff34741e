import type { Keys } from '../platform/crypto/keys.ts'
import { decryptSecret } from '../platform/crypto/stored-secret.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'

export const MAIL_PASSWORD = 'mail password'

export type CannedReply = { name: string; text: string }
export type CryptoEntry = { name: string; network: string; address: string; rate: string }

export type StoredSettings = {
  bankingInfo: { accountNumber: string; accountName: string; bankName: string; routing: string; address: string }
  cryptoInfo: CryptoEntry[]
  cashApp: { tag: string; name: string }
  whatsApp: string
  mail: { name: string; passwordSet: boolean }
  cannedReplies: CannedReply[]
}

type SettingsRow = {
  account_number: string
  account_name: string
  bank_name: string
  routing: string
  bank_address: string
  cash_app_tag: string
  cash_app_name: string
  whats_app: string
  mail_name: string
  password_set: boolean
}

const settingsColumns = (sql: Reader) => sql`
  account_number, account_name, bank_name, routing, bank_address, cash_app_tag, cash_app_name, whats_app, mail_name,
  mail_password is not null as password_set`

/** The currencies on offer, in display order. Rates are exact decimal text. */
export async function readCryptoEntries(sql: Reader): Promise<CryptoEntry[]> {
  const rows = await sql<CryptoEntry[]>`select name, network, address, rate from crypto_entries order by position`
  return rows.map(({ name, network, address, rate }) => ({ name, network, address, rate }))
}

async function readCannedReplies(sql: Reader): Promise<CannedReply[]> {
  const rows = await sql<CannedReply[]>`select name, text from canned_replies order by position`
  return rows.map(({ name, text }) => ({ name, text }))
}

export async function readSettings(sql: Reader): Promise<StoredSettings> {
  const [rows, cryptoInfo, cannedReplies] = await Promise.all([
    sql<SettingsRow[]>`select ${settingsColumns(sql)} from settings where id = 1`,
    readCryptoEntries(sql),
    readCannedReplies(sql),
  ])
  return toSettings(rows[0], cryptoInfo, cannedReplies)
}

/** Locks the row for an update: two administrators who save at once are serialized. */
export async function lockSettings(tx: Tx): Promise<StoredSettings> {
  const [row] = await tx<SettingsRow[]>`select ${settingsColumns(tx)} from settings where id = 1 for update`
  return toSettings(row, await readCryptoEntries(tx), await readCannedReplies(tx))
}

function toSettings(
  row: SettingsRow | undefined,
  cryptoInfo: CryptoEntry[],
  cannedReplies: CannedReply[],
): StoredSettings {
  if (!row) throw new Error('The row of settings is missing')
  return {
    bankingInfo: {
      accountNumber: row.account_number,
      accountName: row.account_name,
      bankName: row.bank_name,
      routing: row.routing,
      address: row.bank_address,
    },
    cryptoInfo,
    cashApp: { tag: row.cash_app_tag, name: row.cash_app_name },
    whatsApp: row.whats_app,
    mail: { name: row.mail_name, passwordSet: row.password_set },
    cannedReplies,
  }
}

/** Changes with every new password, and tells nothing about it: the cipher text is different each time. */
export async function readPasswordFingerprint(sql: Reader): Promise<string | null> {
  const [row] = await sql<{ fingerprint: string | null }[]>`
    select encode(sha256(mail_password), 'hex') as fingerprint from settings where id = 1`
  return row?.fingerprint ?? null
}

export type MailAccount = { name: string; password: string | null }

/**
 * The only place that decrypts the password, on its way to the mail server. Null: none is stored, or it was stored under
 * another APP_SECRET.
 */
export async function readMailAccount(sql: Reader, keys: Pick<Keys, 'settings'>): Promise<MailAccount> {
  const [row] = await sql<{ mail_name: string; mail_password: Buffer | null }[]>`
    select mail_name, mail_password from settings where id = 1`
  const stored = row?.mail_password
  return { name: row?.mail_name ?? '', password: stored ? decryptSecret(keys.settings, MAIL_PASSWORD, stored) : null }
}
