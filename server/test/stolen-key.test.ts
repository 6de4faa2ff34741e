import { expect, test } from 'vitest'
import { API_KEY_SCOPES, type ApiKeyScope } from '#contract/api-key-scopes.ts'
import { storeKey } from './api-keys.ts'
import { useBank } from './bank.ts'
import { examplePath, nameOf } from './policies.ts'

/*
 * What a thief of a key can call, written down apart from what the endpoints declare: a new endpoint is closed, and one that is
 * opened has to be put here.
 */

const bank = useBank()

const CHANGES: Record<ApiKeyScope, string[]> = {
  read: [],
  transfer: ['POST /payees/check', 'POST /transfer', 'POST /transfer-code', 'POST /transfer/preview'],
  'staff:read': [],
  'staff:decide': ['POST /deposit/approve', 'POST /deposit/decline'],
}
/** About secrets, keys, devices, settings, documents of identity, notes and messages. */
const NEVER_READ =
  /^\/(?:users\/(?:api-keys|factors|devices|sign-ins|access-log)|settings|verification|admin\/(?:verifications|notes|webhooks)|suport|notifications|push|events|images)/

test.each(API_KEY_SCOPES)(
  'a stolen key of an administrator with the scope %s changes nothing but what is listed',
  async (scope) => {
    const key = await storeKey(bank, await bank.person({ role: 'Admin' }), [scope])
    const open: string[] = []
    for (const { endpoint } of bank.routes.filter(({ endpoint }) => endpoint.policy !== 'public')) {
      const { query = {}, body } = endpoint.example ?? {}
      const response = await bank.call(endpoint.method, examplePath(endpoint), { token: key, query, body })
      const closed = response.statusCode === 403 && response.json().code === 'key_not_allowed'
      if (!closed) open.push(nameOf(endpoint))
    }
    expect(open.filter((name) => !name.startsWith('GET ')).sort()).toEqual(CHANGES[scope])
    const reads = open.filter((name) => name.startsWith('GET ')).map((name) => name.slice(4))
    expect(reads.filter((path) => NEVER_READ.test(path))).toEqual([])
    if (scope === 'transfer' || scope === 'staff:decide') expect(reads).toEqual([])
    else expect(reads.length).toBeGreaterThan(10)
  },
)
