import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, refusalOf, tally } from '../../../test/money.ts'
import { addExternalAccount, entriesOf, importEntries, paymentReference } from '../../../test/statement-entries.ts'
import { hashToken } from '../../access/session.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { bookCertainEntries } from './book-certain-entries.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  account = await addExternalAccount(grace)
})

const PATH = '/admin/bank-statements/lines'
const bookCertain = (by: Person, body: object = {}) => by.call('POST', `${PATH}/book-certain`, { body })
const balanceOf = async (person: Person) => (await person.balance()).availableCents
async function deposit(person: Person, amount: number): Promise<string> {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id
}

describe('booking all that is certain', () => {
  test('one result each: own accounts, what needs two people and what is in doubt stay, with the reason', async () => {
    const by = await bank.person({ role: 'Admin' })
    const [ada, frozen, doubtful] = [await bank.person(), await bank.person(), await bank.person()]
    await deposit(ada, 20)
    const references = await Promise.all([ada, by, frozen, doubtful].map(paymentReference))
    const { ids } = await importEntries(bank, grace, account, [
      { amountCents: 10_00n, text: references[0] ?? '' },
      { amountCents: 20_00n, text: references[0] ?? '' },
      { amountCents: 30_00n, text: references[1] ?? '' },
      { amountCents: 200_00n, text: references[3] ?? '' },
      { amountCents: 40_00n, text: references[2] ?? '' },
      { amountCents: 50_00n, text: 'Nobody' },
    ])
    // Frozen after the import found the match.
    await bank.owner`update people set status = 'Frozen' where id = ${frozen.id}`
    expect((await entriesOf(bank, ids)).map(({ state }) => state)).toEqual([
      'suggested',
      ...Array.from({ length: 4 }, () => 'matched'),
      'unmatched',
    ])
    const { results, next } = (await bookCertain(by, { account })).json()
    expect(next).toBeNull()
    const expected = [null, 'own_account', 'second_admin_needed', 'confirmation_needed'].map((code, place) =>
      expect.objectContaining({ _id: ids[place + 1], state: code ? 'matched' : 'booked', code }),
    )
    expect(results).toHaveLength(4)
    expect(results).toEqual(expect.arrayContaining(expected))
    expect(await balanceOf(ada)).toBe(20_00n)
    expect(await balanceOf(by)).toBe(0n)
    expect(await balanceOf(frozen)).toBe(0n)
    expect(await balanceOf(doubtful)).toBe(0n)
    // No proposal is left behind, and what was booked is not booked again.
    const again = (await bookCertain(by, { account })).json().results
    expect(again.map(({ state }: { state: string }) => state)).toEqual(['matched', 'matched', 'matched'])
    expect((await bank.sql`select 1 from transactions where proposed_by = ${by.id}`).length).toBe(0)
  })

  test('in parts, by two clerks at once, and after a server died in the middle: each entry once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => bank.person()))
    const entries = await Promise.all(
      people.flatMap((person, place) =>
        [1n, 2n].map(async (turn) => ({
          amountCents: BigInt(place + 1) * 10n + turn,
          text: await paymentReference(person),
        })),
      ),
    )
    const own = await addExternalAccount(grace)
    const { ids } = await importEntries(bank, grace, own, entries)
    const clerks = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
    const actor = { kind: 'session', personId: grace.id, sessionHash: hashToken(grace.token) } as const
    let commits = 0
    const probe = {
      afterLock() {},
      beforeCommit() {
        commits += 1
        if (commits === 2) throw new Error('The server died')
      },
      afterCommit() {},
      beforeResponse() {},
    }
    const dying = createLedger(bank.sql, { zone: 'UTC', probe })
    const context = { actor, at: bank.now(), requestId: 'test', idempotency: null }
    await expect(bookCertainEntries(bank.sql, dying, { account: own }, context)).rejects.toThrow('The server died')
    const booked = (await entriesOf(bank, ids)).filter(({ state }) => state === 'booked')
    expect(booked).toHaveLength(people.length)
    const first = (await bookCertain(clerks[0] as Person, { account: own, limit: 5 })).json()
    expect(first.results).toHaveLength(5)
    const rest = { account: own, after: first.next }
    const both = await Promise.all(clerks.map((by) => bookCertain(by, rest)))
    expect(tally(both)).toEqual({ '200': 2 })
    expect((await entriesOf(bank, ids)).every(({ state }) => state === 'booked')).toBe(true)
    for (const [place, person] of people.entries())
      expect(await balanceOf(person)).toBe((BigInt(place) + 1n) * 20n + 3n)
  })

  test('only by who may manage external money', async () => {
    for (const role of ['Teller', 'Auditor', 'Support'] as const)
      expect((await bookCertain(await bank.person({ role }))).statusCode).toBe(403)
    expect((await bookCertain(grace, { limit: 0 })).statusCode).toBe(400)
    expect((await bookCertain(grace, { state: 'suggested' })).statusCode).toBe(400)
  })
})

describe('reading entries', () => {
  test('search finds text, name, reference and amount; counts follow the search', async () => {
    const own = await addExternalAccount(grace)
    await importEntries(bank, grace, own, [
      { amountCents: -1234_56n, text: 'ACCOUNT FEE 100%_', counterpartyName: 'Bank of Elsewhere' },
      { amountCents: 99_00n, text: 'RF18 5390 0754 7034', bankReference: 'B-77 01', endToEndId: 'E2E9' },
      { amountCents: 99_01n, text: '', counterpartyName: 'Zoë Other', counterpartyNumber: 'NL91ABNA0417164300' },
    ])
    const found = async (search: string) =>
      (await grace.call('GET', `${PATH}?account=${own}&search=${encodeURIComponent(search)}`))
        .json()
        .map(({ amount }: { amount: number }) => amount)
    expect(await found('account fee')).toEqual([-1234.56])
    expect(await found('100%_')).toEqual([-1234.56])
    expect(await found('elsewhere')).toEqual([-1234.56])
    expect(await found('1,234.56')).toEqual([-1234.56])
    expect(await found('-1234.56')).toEqual([-1234.56])
    expect(await found('RF18539007547034')).toEqual([99])
    expect(await found('b-7701')).toEqual([99])
    expect(await found('99')).toEqual([99])
    expect(await found('NL91 ABNA 0417')).toEqual([99.01])
    expect(await found('nothing of it')).toEqual([])
    const counts = (await grace.call('GET', `${PATH}/counts?account=${own}&search=99`)).json()
    expect(counts).toEqual({
      open: 1,
      certain: 0,
      waiting: 0,
      states: { matched: 0, suggested: 0, unmatched: 1, booked: 0, ignored: 0 },
    })
    expect((await grace.call('GET', `${PATH}?search=${'x'.repeat(101)}`)).statusCode).toBe(400)
  })

  test('Tellers read entries and evidence, which the customer can see, and nothing else of external money', async () => {
    const teller = await bank.person({ role: 'Teller' })
    const support = await bank.person({ role: 'Support' })
    const ada = await bank.person({ fullName: 'Ada Evidence' })
    const transactionId = await deposit(ada, 71.5)
    const { ids } = await importEntries(bank, grace, account, [
      { amountCents: 71_50n, counterpartyName: 'Somebody Else' },
      { amountCents: 71_50n, counterpartyName: 'A Evidence', text: await paymentReference(ada) },
    ])
    const evidence = `/admin/transactions/${transactionId}/lines`
    expect((await teller.call('GET', evidence)).json()).toMatchObject([
      {
        _id: ids[1],
        amount: 71.5,
        counterpartyName: 'A Evidence',
        score: expect.any(Number),
        reasons: expect.arrayContaining(['reference_ok', 'amount_ok']),
      },
    ])
    const seen = await bank.sql`select 1 from access_log where person_id = ${ada.id} and staff_id = ${teller.id}`
    expect(seen.length).toBeGreaterThan(0)
    for (const path of [PATH, `${PATH}/counts`, `${PATH}/${ids[0]}/details`])
      expect([(await teller.call('GET', path)).statusCode, (await support.call('GET', path)).statusCode]).toEqual([
        200, 403,
      ])
    expect((await support.call('GET', evidence)).statusCode).toBe(403)
    for (const path of ['/admin/bank-statements', '/admin/reconciliation', '/admin/outside-accounts'])
      expect((await teller.call('GET', path)).statusCode).toBe(403)
    expect(refusalOf(await teller.call('GET', `/admin/transactions/${ids[0]}/lines`)).code).toBe('not_found')
    // Booked, it is the evidence.
    await grace.call('POST', `${PATH}/${ids[1]}/match`, { body: { transactionId } })
    expect((await teller.call('GET', evidence)).json()).toMatchObject([{ _id: ids[1], state: 'booked', score: null }])
  })
})
