import { expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import { scheduled, scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'

const bank = useBank()

test('staff see a person’s scheduled payments as the person does, and the person sees who looked', async () => {
  const days = scheduledPaymentsOf(bank)
  const [auditor, ada, ben] = await Promise.all([
    bank.person({ role: 'Auditor' }),
    bank.person({ balanceCents: 500_00n }),
    bank.person(),
  ])
  const payment = await scheduled(ada, days.form({ startOn: days.inDays(3), name: 'Rent' }))
  const query = { userId: ada.id }
  const seen = await auditor.call('GET', '/admin/orders', { query })
  expect([seen.statusCode, seen.json()]).toEqual([200, [payment]])
  expect((await ada.call('GET', '/users/access-log')).json()).toMatchObject([
    { by: auditor.fullName, role: 'Auditor', what: 'orders.viewed' },
  ])

  expect((await ben.call('GET', '/admin/orders', { query })).statusCode).toBe(403)
  const unknown = { userId: payment._id }
  expect((await auditor.call('GET', '/admin/orders', { query: unknown })).json().code).toBe('not_found')
  expect((await auditor.call('GET', '/admin/orders', { query: {} })).statusCode).toBe(400)
  const log = await bank.sql`select 1 from access_log where person_id = ${ada.id}`
  expect(log).toHaveLength(1)
})
