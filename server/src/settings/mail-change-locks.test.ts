import { afterAll, describe, expect, test } from 'vitest'
import { type Bank, type Person, useBank } from '../../test/bank.ts'
import { openMailServer, type TestMailServer } from '../../test/mail-server.ts'
import { tally } from '../../test/money.ts'
import { waitUntilBlocked } from '../../test/waits.ts'

const body = (password: string) => ({
  bankingInfo: { accountNumber: '1', accountName: 'Fable', bankName: 'Trust', routing: '', address: '' },
  cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable', rate: 0.0000165 }],
  cashApp: { tag: '', name: '' },
  whatsApp: '',
  mail: { name: 'bank@gmail.com', password },
})
const change = (by: Person, password: string) => by.call('PUT', '/settings', { body: body(password) })
const edit = (by: Person, person: Person, mobile: string) =>
  by.call('PATCH', '/admin/user', { body: { userId: person.id, updates: { mobile } } })
/** Ids grow with time: the first one is locked first. */
const makeAdmins = async (bank: Bank, count: number): Promise<Person[]> => {
  const admins: Person[] = []
  for (let i = 0; i < count; i++) admins.push(await bank.person({ role: 'Admin' }))
  return admins
}

/** While another transaction holds the first administrator, the act waits for it and holds no one after it. */
async function expectInOrder(bank: Bank, first: Person, last: Person, act: () => Promise<{ statusCode: number }>) {
  let done: Promise<{ statusCode: number }> | undefined
  await bank.owner.begin(async (tx) => {
    await tx`select 1 from accounts where id = ${first.id} for update`
    done = act()
    await waitUntilBlocked(bank.owner)
    await tx`select 1 from accounts where id = ${last.id} for update nowait`
  })
  expect((await done)?.statusCode).toBe(200)
}
const toldOf = async (bank: Bank, person: Person) =>
  (await bank.sql`select 1 from outbox where person_id = ${person.id} and kind = 'mail_server.changed'`).length

describe('a change of the mail server', () => {
  let mailServer: TestMailServer
  const bank = useBank(async () => {
    mailServer = await openMailServer()
    return { config: { smtpUrl: mailServer.url } }
  })
  afterAll(() => mailServer.close())

  test('locks all administrators it tells with the actor, in id order', async () => {
    const [first, last] = (await makeAdmins(bank, 2)) as [Person, Person]
    await expectInOrder(bank, first, last, () => change(last, 'one'))
    expect([await toldOf(bank, first), await toldOf(bank, last)]).toEqual([1, 1])
  })

  test('does not deadlock with another one and with acts on the administrators', async () => {
    const [first, second, third, fourth] = (await makeAdmins(bank, 4)) as [Person, Person, Person, Person]
    const deadlocks = await countDeadlocks(bank)
    for (let round = 0; round < 8; round++) {
      const responses = await Promise.all([
        change(fourth, `a ${round}`),
        change(first, `b ${round}`),
        edit(second, fourth, `+1 555 010 01${round}0`),
        edit(third, first, `+1 555 010 01${round}1`),
      ])
      // One of two changes at once may find that the account it announced is replaced.
      const { '200': done = 0, '409 changed_meanwhile': late = 0, ...others } = tally(responses)
      expect([others, done + late]).toEqual([{}, 4])
      expect(late).toBeLessThan(2)
    }
    expect(await countDeadlocks(bank)).toBe(deadlocks)
  })
})

describe('a confirmed change of the mail server', () => {
  const bank = useBank({ config: { fourEyesAboveCents: 0n } })

  test('locks all administrators it tells with the parties, in id order', async () => {
    const [first, proposer, last] = (await makeAdmins(bank, 3)) as [Person, Person, Person]
    expect((await change(proposer, 'one')).statusCode).toBe(202)
    const [row] = await bank.sql<{ id: string }[]>`select id from proposals where kind = 'mail_server'`
    await expectInOrder(bank, first, last, () => last.call('POST', `/admin/proposals/${row?.id}/confirm`))
    expect(await toldOf(bank, first)).toBe(1)
  })
})

/** Transactions are retried after a deadlock, so that responses don't show it. */
async function countDeadlocks(bank: Bank): Promise<bigint> {
  await bank.owner`select pg_stat_clear_snapshot()`
  const [row] = await bank.owner<{ deadlocks: bigint }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return row?.deadlocks ?? 0n
}
