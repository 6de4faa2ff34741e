import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'
import { addExternalAccount, importEntries, paymentReference } from '../../../test/statement-entries.ts'

/** A customer asks for a wire, staff credit it by hand, and the statement entry of it waits to be assigned. */
const bank = useBank()
let grace: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  account = await addExternalAccount(grace)
})

const arrives = async (person: Person, amountCents: bigint) => {
  const entry = { amountCents, text: await paymentReference(person) }
  return (await importEntries(bank, grace, account, [entry])).ids[0] ?? ''
}
const balanceOf = async (person: Person) => (await person.balance()).availableCents

describe('a credit by staff beside an entry that waits', () => {
  const fund = (person: Person, amount: number, more: object = {}) =>
    grace.call('POST', '/admin/fund', { body: { userId: person.id, amount, ...more } })
  const asked = { status: 409, code: 'confirmation_needed', current: { reasons: ['statement_entry_waits'] } }

  test('of the customer, also less a fee: staff are asked, and nothing is credited', async () => {
    const [ada, ben] = [await bank.person(), await bank.person()]
    const entry = await arrives(ada, 38_50n)
    const before = await databaseFingerprint(bank)
    for (const amount of [40, 38.5]) expect(refusalOf(await fund(ada, amount))).toMatchObject(asked)
    expect(await databaseFingerprint(bank)).toEqual(before)
    // It is the customer's entry, and not of these amounts.
    for (const [person, amount] of [
      [ben, 38.5],
      [ada, 38.49],
      [ada, 42],
    ] as const)
      expect((await fund(person, amount)).statusCode).toBe(201)
    // A value date before the account existed is in the same question.
    expect(refusalOf(await fund(ada, 40, { createdAt: '2001-01-05' }))).toMatchObject({
      current: { reasons: ['before_account', 'statement_entry_waits'] },
    })
    expect(
      (await grace.call('POST', `/admin/bank-statements/lines/${entry}/match`, { body: { userId: ada.id } })).json()
        .state,
    ).toBe('booked')
    expect((await fund(ada, 38.5)).statusCode).toBe(201)
  })

  test('of no one, with the amount: each of many at once is asked, and one who said that it is other money is not', async () => {
    const [ada, ben] = [await bank.person(), await bank.person()]
    await importEntries(bank, grace, account, [{ amountCents: 39_73n, text: 'Cash, branch 42' }])
    const answers = await Promise.all([ada, ben, ada].map((person) => fund(person, 39.73)))
    for (const answer of answers) expect(refusalOf(answer)).toMatchObject(asked)
    expect((await fund(ada, 39.73, { confirm: true })).statusCode).toBe(201)
    expect([await balanceOf(ada), await balanceOf(ben)]).toEqual([39_73n, 0n])
    const bookedOn = new Date(bank.now().getTime() - 46 * 86_400_000).toISOString().slice(0, 10)
    await importEntries(bank, grace, account, [{ amountCents: 39_74n, text: 'Cash', bookedOn }])
    expect((await fund(ada, 39.74)).statusCode).toBe(201)
    // Only a credit may be its money.
    const body = { userId: ada.id, amount: 39.73 }
    expect((await grace.call('POST', '/admin/debit', { body })).statusCode).toBe(201)
  })
})
