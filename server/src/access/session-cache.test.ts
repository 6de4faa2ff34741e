import { expect, test } from 'vitest'
import { hashToken, type Session, tokenKey } from './session.ts'
import { SessionCache } from './session-cache.ts'

const tokenHash = hashToken('a token')
const key = tokenKey('a token')
const session: Session = {
  kind: 'session',
  id: '1',
  tokenHash,
  personId: 'ada',
  role: 'User',
  status: 'Active',
  freshUntil: new Date(0),
  hasSecondFactor: false,
  mustEnrol: false,
  staffOnly: false,
}
const readAt = new Date('2026-01-05T08:00:00Z')
const after = (ms: number) => new Date(readAt.getTime() + ms)
const lifetime = { expiresAt: after(12 * 3_600_000), lastSeenAt: readAt }

function cacheWith({ passive = false } = {}) {
  const cache = new SessionCache()
  cache.set(key, { session, lifetime, readAt, passive }, cache.version)
  return cache
}
const get = (cache: SessionCache, ms: number, { passive = false, checkedByLedger = false } = {}) =>
  cache.get(key, { at: after(ms), passive, checkedByLedger })

test('serves an entry for less than a second, and for ten minutes where the ledger checks again', () => {
  expect(get(cacheWith(), 799)).toBe(session)
  expect(get(cacheWith(), 800)).toBe(null)
  expect(get(cacheWith(), 599_999, { checkedByLedger: true })).toBe(session)
  expect(get(cacheWith(), 600_000, { checkedByLedger: true })).toBe(null)
})

test('reads again for an active request after a passive one, which did not touch the session', () => {
  expect(get(cacheWith({ passive: true }), 1, { passive: true })).toBe(session)
  expect(get(cacheWith({ passive: true }), 1)).toBe(null)
})

test('does not serve a session past its end, even where the ledger checks again', () => {
  const cache = new SessionCache()
  cache.set(key, { session, lifetime: { ...lifetime, expiresAt: after(100) }, readAt, passive: false }, 0)
  expect(get(cache, 100, { checkedByLedger: true })).toBe(null)
})

test('does not store what was read before a session was deleted', () => {
  const cache = cacheWith()
  const { version } = cache
  cache.deletePerson('ada')
  expect(get(cache, 1)).toBe(null)
  cache.set(key, { session, lifetime, readAt, passive: false }, version)
  expect(get(cache, 1)).toBe(null)
})
