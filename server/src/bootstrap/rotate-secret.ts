import type { DocumentKind } from '#contract/identity/verification.ts'
import { erasedIdentityPurpose } from '../customers/erase-person.ts'
import { totpPurpose } from '../identity/factors.ts'
import { documentPurpose } from '../identity/verification/encrypt-document.ts'
import { PUSH_KEY_PURPOSE } from '../notifications/push/push-keys.ts'
import { webhookPurpose } from '../notifications/webhooks/signature.ts'
import {
  deriveKeys,
  derivePeppers,
  fingerprintOf,
  type Keys,
  openPeppers,
  sealPeppers,
} from '../platform/crypto/keys.ts'
import { keyInUse, type RotatingKey } from '../platform/crypto/rotating-key.ts'
import { signingKeyPurpose } from '../platform/crypto/signing-key.ts'
import { decryptBytes, encryptBytes } from '../platform/crypto/stored-secret.ts'
import type { Reader, Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import { MAIL_PASSWORD } from '../settings/read-settings.ts'
import { type AppSecrets, FINGERPRINT, PEPPERS, readFacts, secretWith } from './load-keys.ts'

type StoredRow = { id: string; stored: Buffer; purpose: string }

/** Where encrypted values are. `read` returns the rows after this id, in its order. */
type EncryptedColumn = {
  what: string
  key: (keys: Keys) => RotatingKey
  read: (tx: Tx, after: string) => Promise<StoredRow[]>
  write: (tx: Tx, id: string, stored: Buffer) => Promise<unknown>
}

/** A verification document may have megabytes. */
const BATCH = 20
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const ENCRYPTED: readonly EncryptedColumn[] = [
  {
    what: 'mail password',
    key: (keys) => keys.settings,
    read: async (tx, after) =>
      after === BEFORE_ALL
        ? (
            await tx<{ stored: Buffer }[]>`
              select mail_password as stored from settings where id = 1 and mail_password is not null for update`
          ).map(({ stored }) => ({ id: 'settings', stored, purpose: MAIL_PASSWORD }))
        : [],
    write: (tx, _id, stored) => tx`update settings set mail_password = ${stored} where id = 1`,
  },
  {
    what: 'proposed mail password',
    key: (keys) => keys.settings,
    read: async (tx, after) =>
      (
        await tx<{ id: string; stored: Buffer }[]>`
          select id, secret as stored from proposals where secret is not null and id > ${after}
          order by id limit ${BATCH} for update`
      ).map((row) => ({ ...row, purpose: MAIL_PASSWORD })),
    write: (tx, id, stored) => tx`update proposals set secret = ${stored} where id = ${id}`,
  },
  {
    what: 'authenticator app',
    key: (keys) => keys.factors,
    read: async (tx, after) =>
      (
        await tx<{ id: string; stored: Buffer }[]>`
          select person_id as id, secret as stored from totp_factors where person_id > ${after}
          order by person_id limit ${BATCH} for update`
      ).map((row) => ({ ...row, purpose: totpPurpose(row.id) })),
    write: (tx, id, stored) => tx`update totp_factors set secret = ${stored} where person_id = ${id}`,
  },
  {
    what: 'verification document',
    key: (keys) => keys.documents,
    read: async (tx, after) =>
      (
        await tx<{ id: string; stored: Buffer; personId: string; kind: DocumentKind }[]>`
          select id, content as stored, person_id as "personId", kind from verification_documents where id > ${after}
          order by id limit ${BATCH} for update`
      ).map((row) => ({ ...row, purpose: documentPurpose(row) })),
    write: (tx, id, stored) => tx`update verification_documents set content = ${stored} where id = ${id}`,
  },
  {
    what: 'identity of an erased person',
    key: (keys) => keys.documents,
    read: async (tx, after) =>
      (
        await tx<{ id: string; stored: Buffer }[]>`
          select person_id as id, identity as stored from erasures where identity is not null and person_id > ${after}
          order by person_id limit ${BATCH} for update`
      ).map((row) => ({ ...row, purpose: erasedIdentityPurpose(row.id) })),
    write: (tx, id, stored) => tx`update erasures set identity = ${stored} where person_id = ${id}`,
  },
  {
    what: 'signing key',
    key: (keys) => keys.signing,
    read: async (tx, after) =>
      after === BEFORE_ALL
        ? (
            await tx<{ id: string; stored: Buffer }[]>`
              select id, private_key as stored from signing_keys where private_key is not null for update`
          ).map((row) => ({ ...row, purpose: signingKeyPurpose(row.id) }))
        : [],
    write: (tx, id, stored) => tx`update signing_keys set private_key = ${stored} where id = ${id}`,
  },
  {
    what: 'webhook secret',
    key: (keys) => keys.webhooks,
    read: async (tx, after) =>
      (
        await tx<{ id: string; stored: Buffer }[]>`
          select id, secret as stored from webhooks where id > ${after} order by id limit ${BATCH} for update`
      ).map((row) => ({ ...row, purpose: webhookPurpose(row.id) })),
    write: (tx, id, stored) => tx`update webhooks set secret = ${stored} where id = ${id}`,
  },
  {
    what: 'push key',
    key: (keys) => keys.push,
    read: async (tx, after) =>
      after === BEFORE_ALL
        ? (await tx<{ stored: Buffer }[]>`select private_key as stored from push_keys where id = 1 for update`).map(
            ({ stored }) => ({ id: 'push key', stored, purpose: PUSH_KEY_PURPOSE }),
          )
        : [],
    write: (tx, _id, stored) => tx`update push_keys set private_key = ${stored} where id = 1`,
  },
]

export type RotationCount = { what: string; reencrypted: number; total: number }

/**
 * Encrypts every stored secret under APP_SECRET, and makes that the secret of the bank. As the owner, while every running
 * server has both secrets: such a server reads both kinds. Safe to repeat; a later run finds what was written meanwhile.
 */
export async function rotateSecret(owner: Sql, secrets: AppSecrets): Promise<RotationCount[]> {
  const { secret, previous } = secrets
  if (previous === null)
    throw new StartError('APP_SECRET_PREVIOUS must be set: the secret that this bank had until now.')
  const { fingerprint } = await readFacts(owner)
  if (fingerprint === null || secretWith(secrets, fingerprint) === null)
    throw new StartError('Neither APP_SECRET nor APP_SECRET_PREVIOUS is the secret of this bank.')
  const keys = deriveKeys(secret, { accepted: previous })
  const rotated: RotationCount[] = []
  for (const column of ENCRYPTED) rotated.push(await reencrypt(owner, column, keys))
  await inTransaction(owner, (tx) => makeSecretOfBank(tx, secrets))
  return rotated
}

async function reencrypt(owner: Sql, column: EncryptedColumn, keys: Keys): Promise<RotationCount> {
  const { what, read, write } = column
  const key = column.key(keys)
  let total = 0
  let reencrypted = 0
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    const from: string = after
    const batch: { rows: number; changed: number; last: string | undefined } = await inTransaction(
      owner,
      async (tx) => {
        const rows = await read(tx, from)
        let changed = 0
        for (const { id, stored, purpose } of rows) {
          if (decryptBytes(keyInUse(key), purpose, stored)) continue
          const plain = decryptBytes(key, purpose, stored)
          if (!plain)
            throw new StartError(`The ${what} ${id} can't be decrypted under either secret. Nothing else is changed.`)
          await write(tx, id, encryptBytes(key, purpose, plain))
          changed++
        }
        return { rows: rows.length, changed, last: rows.at(-1)?.id }
      },
    )
    total += batch.rows
    reencrypted += batch.changed
    after = batch.last
  }
  return { what, reencrypted, total }
}

async function makeSecretOfBank(tx: Tx, secrets: AppSecrets): Promise<void> {
  const { secret } = secrets
  await tx`select from bank_facts where name = ${FINGERPRINT} for update`
  const facts = await readFacts(tx)
  if (facts.fingerprint === fingerprintOf(secret)) return
  const peppers = await readPeppers(tx, secrets)
  await tx`
    insert into bank_facts (name, value) values (${PEPPERS}, ${sealPeppers(secret, peppers)})
    on conflict (name) do update set value = excluded.value`
  await tx`update bank_facts set value = ${fingerprintOf(secret)} where name = ${FINGERPRINT}`
}

/** Peppers of the bank's first secret, which earlier changes of the secret have kept. */
async function readPeppers(tx: Reader, { previous }: AppSecrets) {
  const { peppers } = await readFacts(tx)
  const kept = peppers === null ? derivePeppers(previous ?? '') : openPeppers(previous ?? '', peppers)
  if (!kept)
    throw new StartError('The peppers in bank_facts can’t be decrypted: the row was changed. Restore it from a backup.')
  return kept
}
