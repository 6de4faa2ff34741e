import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { transferForm } from '../../../test/money.ts'
import { scheduled, scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'
import { hashDevice } from '../../access/known-devices.ts'
import { hashToken } from '../../access/session.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const bank = useBank({ config: { instantUpToCents: 100_00n, dailyLimitCents: 1_000_000_00n } })
const { form, run, passDays, inDays } = scheduledPaymentsOf(bank)
let payee: string
let teller: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller' })
  payee = await (await bank.person()).accountNumber()
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

/** Someone who has paid the payee before, so that up to 100 dollars are completed at once. */
async function regular(): Promise<Person> {
  const ada = await bank.person({ balanceCents: 50_000_00n })
  bank.clock.offsetMs -= 4 * DAY
  const body = transferForm({ accountNumber: payee, amount: 1 })
  const { _id } = (await ada.call('POST', '/transfer', { body })).json()
  expect(await bank.ledger.submit(commandsOf(bank).approve(teller, _id))).toMatchObject({ ok: true })
  bank.clock.offsetMs += 4 * DAY
  return ada
}
const scheduleForm = (changed = {}) => form({ accountNumber: payee, every: 'once', amount: 10, ...changed })
const paid = async (person: Person) =>
  bank.sql<{ status: string; flags: string }[]>`
    select status, flags from transactions
    where account_id = ${person.id} and type = 'Transfer' and party_account = ${payee} and value_at > ${inDays(-3)}
    order by value_at, id`
async function onDevice(person: Person, knownFor: number) {
  const device = hashDevice(`device of ${person.id}`)
  const since = new Date(bank.now().getTime() - knownFor)
  await bank.owner`update sessions set device_hash = ${device} where token_hash = ${hashToken(person.token)}`
  await bank.owner`
    insert into known_devices (person_id, device_hash, created_at, last_used_at)
    values (${person.id}, ${device}, ${since}, ${since})
    on conflict (person_id, device_hash) do update set created_at = excluded.created_at`
}

describe('a run of a scheduled payment', () => {
  test('that a new device approved is flagged for a day, and waits for staff; also another amount', async () => {
    const [thief, ada, later] = [await regular(), await regular(), await regular()]
    await onDevice(thief, HOUR)
    await onDevice(ada, DAY + HOUR)
    await onDevice(later, HOUR)
    await scheduled(thief, scheduleForm())
    await scheduled(ada, scheduleForm())
    const { _id } = await scheduled(ada, scheduleForm({ startOn: inDays(1) }))
    await scheduled(later, scheduleForm({ startOn: inDays(2) }))
    await run()
    expect(await paid(thief)).toEqual([{ status: 'Pending', flags: 'new_device' }])
    expect(await paid(ada)).toEqual([{ status: 'Completed', flags: '' }])
    await onDevice(ada, HOUR)
    bank.clock.offsetMs += 1
    expect((await ada.call('PATCH', `/orders/${_id}`, { body: { amount: 11, pin: '1234' } })).statusCode).toBe(200)
    const [changed] =
      await bank.sql`select extract(epoch from now() - device_since)::int as s from orders where id = ${_id}`
    expect(changed?.s).toBeLessThan(2 * 3600)
    await passDays(2)
    expect(await paid(later)).toEqual([{ status: 'Completed', flags: '' }])
  })

  test('made on the same day is counted like a transfer: of ten at once, six are flagged', async () => {
    const ada = await regular()
    for (let n = 0; n < 10; n++) await scheduled(ada, scheduleForm())
    await run()
    const flags = (await paid(ada)).map((row) => row.flags)
    expect([flags.filter((flag) => flag === 'velocity').length, flags.length]).toEqual([6, 10])
    const response = await ada.call('POST', '/transfer', { body: transferForm({ accountNumber: payee, amount: 10 }) })
    expect(response.json().status).toBe('Pending')
  })

  test('planned on an earlier day is neither flagged nor counted for the owner’s own transfers', async () => {
    const ada = await regular()
    for (let n = 0; n < 6; n++) await scheduled(ada, scheduleForm({ startOn: inDays(1) }))
    await bank.owner`update orders set created_at = created_at - interval '1 day', start_on = start_on - 1,
      next_on = next_on - 1 where person_id = ${ada.id}`
    for (let n = 0; n < 3; n++) await scheduled(ada, scheduleForm())
    await run()
    expect((await paid(ada)).map((row) => row.flags)).toEqual(Array(9).fill(''))
    const send = async () => {
      const body = transferForm({ accountNumber: payee, amount: 10 })
      return (await ada.call('POST', '/transfer', { body })).json().status
    }
    expect([await send(), await send()]).toEqual(['Completed', 'Pending'])
  })
})
