import { expect, test } from 'vitest'
import { type LinkPurpose, readLink, signLink } from './signed-links.ts'

const key = Buffer.alloc(32, 1)
const at = new Date('2026-01-05T12:00:00Z')
const link = { id: '019b8f00-0000-7000-8000-000000000001', expiresAt: new Date('2026-01-05T12:30:00Z') }

test('a link is valid for its purpose and key only, until it expires', () => {
  const purposes: LinkPurpose[] = ['password reset', 'email confirmation', 'email undo']
  for (const signed of purposes)
    for (const read of purposes)
      expect(readLink(key, read, signLink(key, signed, link), at)).toEqual(signed === read ? link : null)
  const token = signLink(key, 'email undo', link)
  expect(readLink(Buffer.alloc(32, 2), 'email undo', token, at)).toBeNull()
  expect(readLink(key, 'email undo', token, new Date(link.expiresAt.getTime() - 1))).toEqual(link)
  expect(readLink(key, 'email undo', token, link.expiresAt)).toBeNull()
})

test('the format of links that are already sent stays valid', () => {
  expect(
    readLink(key, 'password reset', 'AZuPAAAAcACAAAAAAAAAAQAAAZuOIr1A5MjGutY1W9eGx6lSpsYKp2MLD8vR28_-jW1iTeZ_tic', at),
  ).toEqual(link)
})
