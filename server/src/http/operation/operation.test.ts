import { expect, test } from 'vitest'
import { openBank } from '../../../test/bank.ts'
import { createRequestIds } from '../observation/request-ids.ts'

test('metrics show pools, ledger, mail, streams, seals and books, and can be closed with the documents', async () => {
  const metricsToken = 'a token for the monitoring'
  const bank = await openBank({ config: { metricsToken, apiDocs: false } })
  const customer = await bank.person({ balanceCents: 500_00n })
  expect(customer.id).toBeTruthy()
  for (const token of [null, 'another token'])
    expect((await bank.call('GET', '/metrics', { token })).statusCode).toBe(401)
  const { statusCode, body } = await bank.call('GET', '/metrics', { token: metricsToken })
  expect(statusCode).toBe(200)
  const metric = (name: string) =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  expect(metric('openteller_ledger_commands_total')).toBe(1)
  expect(metric('openteller_ledger_batches_total')).toBe(1)
  expect(metric('openteller_ledger_commit_seconds_total')).toBeGreaterThan(0)
  expect(metric('openteller_ledger_queue')).toBe(0)
  expect(metric('openteller_database_connections{pool="requests",state="max"}')).toBe(8)
  for (const name of [
    'mail_due',
    'outbox_lag_seconds',
    'transactions_pending',
    'event_streams',
    'seal_number',
    'books_wrong_accounts',
  ])
    expect([name, metric(`openteller_${name}`)]).toEqual([name, 0])
  expect((await bank.call('GET', '/docs/')).statusCode).toBe(404)
  expect((await bank.call('GET', '/openapi.json')).statusCode).toBe(404)
  await bank.close()
})

test('a server that is about to stop sends the load balancer away and serves on, closing each connection', async () => {
  const bank = await openBank()
  const before = await bank.call('GET', '/readyz')
  expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive'])
  bank.stopping.begin()
  const ready = await bank.call('GET', '/readyz')
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'unavailable'])
  const alive = await bank.call('GET', '/healthz')
  expect([alive.statusCode, alive.headers.connection]).toEqual([200, 'close'])
  await bank.close()
})

test('a trusted proxy chooses the id of a request, and no one else', () => {
  const idOf = createRequestIds(['10.0.0.0/8', '::1'])
  const from = (remoteAddress: string, id: string) =>
    idOf({ headers: { 'x-request-id': id }, socket: { remoteAddress } } as never)
  expect(from('10.1.2.3', 'abc-12345')).toBe('abc-12345')
  expect(from('::ffff:10.1.2.3', 'abc-12345')).toBe('abc-12345')
  expect(from('::1', 'abc-12345')).toBe('abc-12345')
  expect(from('192.0.2.1', 'abc-12345')).not.toBe('abc-12345')
  for (const id of ['short', 'two words', 'x'.repeat(65), 'line\nbreak']) expect(from('10.1.2.3', id)).not.toBe(id)
})
