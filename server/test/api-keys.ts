import { v7 as newId } from 'uuid'
import type { ApiKeyScope } from '#contract/api-key-scopes.ts'
import { hashApiKey, newApiKey, startOf } from '../src/access/api-key.ts'
import type { Bank, Person } from './bank.ts'

type StoredKey = { dailyMaxCents?: bigint; createdAt?: Date; revoked?: boolean | undefined }

/** A key of any person with any scopes, as no call would make it: the rules for making keys are tested apart. */
export async function storeKey(
  { owner, now }: Pick<Bank, 'owner' | 'now'>,
  { id: personId }: Pick<Person, 'id'>,
  scopes: readonly ApiKeyScope[],
  { dailyMaxCents = 1_000_00n, createdAt = now(), revoked = false }: StoredKey = {},
): Promise<string> {
  const key = newApiKey()
  await owner`
    insert into api_keys (id, person_id, key_hash, start, name, scopes, daily_max, created_at, revoked_at)
    values (${newId()}, ${personId}, ${hashApiKey(key)}, ${startOf(key)}, 'Test', ${scopes.join(' ')},
            ${scopes.includes('transfer') ? dailyMaxCents : null}, ${createdAt}, ${revoked ? createdAt : null})`
  return key
}
