import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/permissions.ts'
import { type Person, useBank } from './bank.ts'
import { type ExampleRequest, ExampleRequests } from './example-requests.ts'
import { databaseFingerprint } from './money.ts'
import { nameOf } from './policies.ts'

/* Every GET of the contract with its example, about a customer and things that exist, in sessions that have read nothing before. */

type Read = { endpoint: Endpoint; request: ExampleRequest; reader: Person | null }
type Customer = { id: string; email: string; fullName: string }

const bank = useBank()
const customers: Customer[] = []
const reads: Read[] = []
beforeAll(async () => {
  const requests = new ExampleRequests({ ...bank, person: namedPerson })
  const endpoints = bank.routes.map(({ endpoint }) => endpoint)
  for (const endpoint of endpoints.filter(({ method, success }) => method === 'GET' && success.body !== 'events')) {
    const request = await requests.of(endpoint)
    const reader = isPermission(endpoint.policy) ? await bank.person({ role: 'Admin' }) : null
    reads.push({ endpoint, request: reader ? { ...request, by: reader } : request, reader })
  }
}, 120_000)

/** A customer whom no one else is called like. */
async function namedPerson(options: Parameters<typeof bank.person>[0] = {}) {
  if (options.role && options.role !== 'User') return bank.person(options)
  const fullName = `Zelda Quimby${String(customers.length).padStart(4, '0')}`
  const person = await bank.person({ ...options, fullName })
  customers.push({ id: person.id, email: person.email, fullName })
  return person
}

/** Other examples have closed the day, and made the customer Pending, that these are about. */
const REFUSED = ['GET /admin/closings/checklist', 'GET /pay-requests/:code']

/** What a read may leave: that it was read, issued, downloaded or sealed, and the key and probe that the first one makes. */
const RECORDS =
  'access_log audit outbox office_events office_stream conversations messages documents document_parts'.split(' ')
const MARKS = 'payment_runs closing_sums push_keys write_probes'.split(' ')

/** Accounts without the ends of the chains of audit entries and events. */
const accounts = () => bank.owner`
  select to_jsonb(a) - array['event_number', 'audit_number', 'audit_head'] as account from accounts a order by id`

const answers = new Map<Read, string>()

test('change nothing but records of what was read, issued and downloaded', { timeout: 60_000 }, async () => {
  const [before, accountsBefore] = [
    await databaseFingerprint(bank, [...RECORDS, ...MARKS, 'accounts']),
    await accounts(),
  ]
  const failed: string[] = []
  for (const read of reads) {
    const { by, method, path, ...options } = read.request
    const response = await bank.call(method, path, { token: by?.token ?? null, ...options })
    if (response.statusCode >= 300 && !REFUSED.includes(nameOf(read.endpoint)))
      failed.push(`${nameOf(read.endpoint)}: ${response.statusCode} ${response.body}`)
    answers.set(read, response.body)
  }
  expect(failed).toEqual([])
  expect(await databaseFingerprint(bank, [...RECORDS, ...MARKS, 'accounts'])).toEqual(before)
  expect(await accounts()).toEqual(accountsBefore)
})

test('by staff that name a customer are on record, which the customer can read', async () => {
  const logged = await bank.sql<{ staff_id: string; person_id: string }[]>`select staff_id, person_id from access_log`
  const isLogged = new Set(logged.map(({ staff_id, person_id }) => `${staff_id} ${person_id}`))
  const [silent, named]: [string[], Set<string>] = [[], new Set()]
  for (const [{ endpoint, reader }, body] of answers) {
    if (!reader) continue
    for (const { id, email, fullName } of customers)
      if (body.includes(email) || body.includes(fullName)) {
        named.add(nameOf(endpoint))
        if (!isLogged.has(`${reader.id} ${id}`)) silent.push(`${nameOf(endpoint)} names ${fullName}`)
      }
  }
  expect(silent).toEqual([])
  expect(named.size).toBeGreaterThan(10)
})
