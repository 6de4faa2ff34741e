import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { BROWSER_PAGES, PRERENDERED_PAGES } from '#contract/settings/pages.ts'
import routes, { LANGUAGE_PREFIX } from './routes.ts'

function addresses(entries: RouteConfigEntry[], base = ''): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    // The optional language is no page by itself.
    const isPrefix = path === LANGUAGE_PREFIX
    const address = path && !isPrefix ? `${base}/${path}` : base
    const own = index || (path && !isPrefix && !path.includes('*')) ? withoutOptional(address || '/') : []
    return [...own, ...addresses(children, address)]
  })
}

/** '/settings/:page?' is two addresses. */
const withoutOptional = (address: string) =>
  address.endsWith('?') ? [address.replace(/\/[^/]+$/, ''), address.slice(0, -1)] : [address]

test('the server knows every page, and no page that does not exist', () => {
  const known: string[] = [...PRERENDERED_PAGES, ...BROWSER_PAGES]
  expect([...new Set(addresses(routes))].sort()).toEqual(known.sort())
})
