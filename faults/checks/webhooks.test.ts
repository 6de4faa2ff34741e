import { expect, test } from 'vitest'
import { recordHistory } from './recorded-history.ts'
import { checkWebhooks, type Deliveries } from './webhooks.ts'

const recorded = recordHistory()
const row = (event_id: string, state = 'delivered', person_id = 'ada'): Deliveries['deliveries'][number] => ({
  event_id,
  person_id,
  event: 'transaction.created',
  state,
})
const check = (deliveries: Deliveries['deliveries'], accepted: string[], unpublished = 0) => {
  checkWebhooks(recorded.history, { unpublished, deliveries }, { accepted, forged: [] })
  return recorded.history.anomalies.map(({ description }) => description)
}

test('accepts events that arrive in order, some of them twice, and those that were given up', () => {
  expect(check([row('1'), row('2'), row('3', 'failed'), row('4')], ['1', '2', '1', '4'])).toEqual([])
})

test('finds what never arrived, waits, was not published, or overtook an earlier event of the same person', () => {
  expect(check([row('1'), row('2', 'pending')], [], 3)).toEqual([
    '3 notifications were not published',
    'transaction.created 1 is noted as delivered but never arrived',
    'transaction.created 2 was not delivered',
  ])
})

test('finds an event that overtook an earlier one, but only of the same person', () => {
  expect(check([row('1'), row('2'), row('3', 'delivered', 'bob')], ['3', '2', '1'])).toEqual([
    'transaction.created 2 arrived before 1, which happened earlier',
  ])
})
