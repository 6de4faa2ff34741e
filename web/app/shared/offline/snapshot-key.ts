import { KEY_DATABASE } from './stored-snapshot.ts'

const STORE = 'keys'
const NAME = 'snapshot'

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEY_DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

/** The database is closed after each use: an open connection would delay its deletion when the session ends. */
async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await settled(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** The key of this session; null before the first copy and after the end of the session. */
export const readKey = async (): Promise<CryptoKey | null> =>
  (await inStore<CryptoKey | undefined>('readonly', (store) => store.get(NAME))) ?? null

/** The bytes of the key can't be read by any script, only used. */
export async function readOrMakeKey(): Promise<CryptoKey> {
  const known = await readKey()
  if (known) return known
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await inStore('readwrite', (store) => store.put(key, NAME))
  return key
}
