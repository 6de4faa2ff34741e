const KEY = 'offlineSnapshot'
/** Has the key of the copy (snapshot-key.ts), apart from the copy and the token. */
export const KEY_DATABASE = 'offlineSnapshotKey'

export function readStored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function writeStored(text: string) {
  try {
    localStorage.setItem(KEY, text)
  } catch {
    // Storage is disabled or full: there is no copy.
  }
}

/** Deletes the copy and its key: what a backup or a disk still has of the copy can't be read any more. */
export function forgetSnapshot() {
  try {
    localStorage.removeItem(KEY)
    indexedDB.deleteDatabase(KEY_DATABASE)
  } catch {
    // Storage that can't be written to holds nothing.
  }
}
