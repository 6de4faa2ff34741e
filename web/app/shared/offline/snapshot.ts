import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query'
import { readToken } from '../api/auth-token.ts'
import { queryClient } from '../api/query-client.ts'
import { decrypt, encrypt } from './encryption.ts'
import { readKey, readOrMakeKey } from './snapshot-key.ts'
import { forgetSnapshot, readStored, writeStored } from './stored-snapshot.ts'

/** Several responses arrive together. */
const SAVE_DELAY_MS = 1_000
/** The server ends a session after as long without activity; the copy ends with it. */
const LIFETIME_MS = 30 * 60_000

/** The balance and the latest transactions: what a customer looks up without a connection. */
const isKept = ({ queryKey: [name, kind], state }: Query) =>
  state.status === 'success' &&
  (name === 'profile' || name === 'accounts' || (name === 'transactions' && kind === 'recent'))

/**
 * Keeps an encrypted copy of the latest balance and transactions from now on. Returns how to stop. Its key is the browser's and ends
 * with the session; it does not protect from who copies all files of the browser while the session lasts (decision 115).
 */
export function keepSnapshot(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_DELAY_MS)
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

async function save() {
  const token = readToken()
  if (!token || !isEncryptionAvailable()) return
  try {
    const text = JSON.stringify(dehydrate(queryClient, { shouldDehydrateQuery: isKept }))
    const encrypted = await encrypt(await readOrMakeKey(), token, text)
    // Nothing may be left of a session that ended meanwhile.
    if (readToken() === token) writeStored(encrypted)
    else forgetSnapshot()
  } catch {
    // A browser that keeps no keys keeps no copy.
  }
}

/** Fills in what the last visit of this session saw. False without a copy, or with one that has expired. */
export async function restoreSnapshot(): Promise<boolean> {
  const [token, stored] = [readToken(), readStored()]
  if (!token || !stored || !isEncryptionAvailable()) return false
  try {
    const key = await readKey()
    if (!key) throw new Error('The key of the copy is gone')
    const state = JSON.parse(await decrypt(key, token, stored)) as DehydratedState
    const isFresh = state.queries.every(({ state }) => state.dataUpdatedAt > Date.now() - LIFETIME_MS)
    if (!isFresh) {
      forgetSnapshot()
      return false
    }
    hydrate(queryClient, state)
    return true
  } catch {
    // Of another session, or damaged.
    forgetSnapshot()
    return false
  }
}

/** Pages on plain HTTP other than localhost have no encryption, and keep nothing. */
const isEncryptionAvailable = () => window.isSecureContext
