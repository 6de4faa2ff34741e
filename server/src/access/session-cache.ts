import type { Session } from './session.ts'
import { isAlive, type SessionLifetime } from './session-lifetime.ts'

/** Within this time a session that another server ended is refused here as well. */
const TRUSTED_MS = 800
/** When the ledger checks the session in its own transaction, only the owner is taken from here, who never changes. */
const OWNER_TRUSTED_MS = 10 * 60_000
const MAX_ENTRIES = 50_000

type Entry = {
  session: Session
  lifetime: SessionLifetime
  readAt: Date
  /** The lookup that read it was passive, so that it has not touched the session. */
  passive: boolean
}
type CacheLookup = { at: Date; passive: boolean; checkedByLedger: boolean }

/** Sessions as the database last showed them, by the hex of their token hash. Tokens themselves are not stored. */
export class SessionCache {
  readonly #entries = new Map<string, Entry>()
  /** Counts `delete` and `deletePerson`: a read that began before one of them may be outdated. */
  #version = 0

  get version(): number {
    return this.#version
  }

  /** Null when the session has to be read again; the entry is gone then, in case that read finds no session. */
  get(key: string, lookup: CacheLookup): Session | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    if (isFresh(entry, lookup)) return entry.session
    this.#entries.delete(key)
    return null
  }

  set(key: string, entry: Entry, readFromVersion: number): void {
    if (readFromVersion !== this.#version) return
    this.#entries.set(key, entry)
    // A Map iterates in the order of insertion: the first entry is the one that was read longest ago.
    const [oldest] = this.#entries.keys()
    if (oldest && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#version += 1
    this.#entries.delete(key)
  }

  deletePerson(personId: string): void {
    this.#version += 1
    for (const [key, { session }] of this.#entries) if (session.personId === personId) this.#entries.delete(key)
  }
}

function isFresh(
  { lifetime, readAt, passive: wasPassive }: Entry,
  { at, passive, checkedByLedger }: CacheLookup,
): boolean {
  if (!isAlive(lifetime, at)) return false
  const ageMs = at.getTime() - readAt.getTime()
  if (checkedByLedger && ageMs < OWNER_TRUSTED_MS) return true
  const needsTouch = wasPassive && !passive
  return ageMs < TRUSTED_MS && !needsTouch
}
