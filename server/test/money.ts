import type { LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Bank } from './bank.ts'

/** A valid transfer form. */
export const transferForm = (changed: Record<string, unknown> = {}) => ({
  accountName: 'Grace Example',
  accountNumber: 'X0532013000',
  bankName: 'Example Savings Bank',
  amount: 120.5,
  pin: '1234',
  ...changed,
})

/** Status and body of a refusal without the request id, which differs per call. */
export function refusalOf(response: LightMyRequestResponse) {
  const { requestId, ...refusal } = response.json()
  if (!requestId) throw new Error('A refusal without a request id')
  return { status: response.statusCode, ...refusal }
}

export const fieldError = (path: string, msg: string) => ({
  status: 400,
  code: 'invalid',
  message: 'Please check what you entered.',
  errors: [{ msg, path }],
})

/** Counts responses by status and code: '201', '403 pin_incorrect'. */
export function tally(responses: readonly LightMyRequestResponse[]): Record<string, number> {
  const words = responses.map((response) =>
    response.statusCode < 400 ? String(response.statusCode) : `${response.statusCode} ${response.json().code}`,
  )
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((other) => other === word).length]))
}

/** May change though a request is refused: counters of attempts, challenges, the access log, the monitor's probe. */
export const CHANGED_BY_REFUSALS = ['attempts', 'challenges', 'access_log', 'write_probes']

/** A hash of every table: equal before and after means that no row changed. */
export async function databaseFingerprint(
  { owner }: Pick<Bank, 'owner'>,
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  const tables = await owner<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${without}) order by 1`
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await owner<{ print: string }[]>`
      select count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\n' order by t::text), '')) as print
      from ${owner.unsafe(name)} t`
    hashes[name] = row?.print ?? ''
  }
  return hashes
}

/** Inserts an upload without a real image: a deposit needs only its row. */
export async function createUpload(
  bank: Pick<Bank, 'sql' | 'now'>,
  person: { id: string },
  file = newId(),
): Promise<string> {
  const id = newId()
  await bank.sql`
    insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
    values (${id}, ${person.id}, 'image', 'image/png', ${Buffer.from('x')}, sha256(convert_to(${file}, 'UTF8')), ${bank.now()})`
  return `/api/images/${id}`
}
