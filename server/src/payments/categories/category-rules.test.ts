import { describe, expect, test } from 'vitest'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { ownTransaction } from '../transactions/store.ts'

const bank = useBank()

const pays = async (person: Person, changed: Record<string, unknown> = {}) =>
  (await person.call('POST', '/transfer', { body: transferForm({ amount: 1, ...changed }) })).json()._id as string
const label = (person: Person, id: string, body: object) => person.call('PATCH', `/transactions/${id}`, { body })
const always = (person: Person, id: string, category: string | null) => label(person, id, { category, always: true })
const read = async (person: Person, id: string) => {
  const transaction = (await person.call('GET', `/transactions/${id}`)).json() as OwnTransaction
  const { category, categoryGuessed, categoryAlways } = transaction
  return [category, categoryAlways ? 'always' : categoryGuessed ? 'guessed' : 'chosen']
}
const payer = () => bank.person({ balanceCents: 500_00n })
const IBAN = 'DE89370400440532013000'

describe('a payee that everybody knows', () => {
  test('gives a category without any choice; the last choice for the payee is better than what everybody knows', async () => {
    const ada = await payer()
    const [first, second] = [await pays(ada, KNOWN), await pays(ada, KNOWN)]
    expect(await read(ada, first)).toEqual(['groceries', 'guessed'])
    await label(ada, first, { category: 'family' })
    expect(await read(ada, first)).toEqual(['family', 'chosen'])
    expect(await read(ada, second)).toEqual(['family', 'guessed'])
    expect(await read(ada, await pays(ada, KNOWN))).toEqual(['family', 'guessed'])
    await label(ada, first, { category: null })
    expect(await read(ada, first)).toEqual([null, 'chosen'])
  })

  test('is not asked about money between own accounts', async () => {
    const ada = await payer()
    const { _id: to } = (await ada.call('POST', '/accounts', { body: { name: 'Rent' } })).json()
    const moved = await ada.call('POST', '/accounts/move', { body: { from: ada.id, to, amount: 5 } })
    const id = moved.json()._id as string
    await bank.owner`update transactions set message = 'rent' where id = ${id}`
    expect(await read(ada, id)).toEqual([null, 'chosen'])
    expect(refusalOf(await always(ada, id, 'housing'))).toMatchObject({ status: 400, code: 'invalid' })
  })
})
const KNOWN = { accountName: 'Greenleaf Grocers', accountNumber: '771020045', bankName: 'First Meridian Bank' }

describe('always', () => {
  test('is for the past and the future of the payee, and what was chosen for one transaction wins', async () => {
    const ada = await payer()
    const [before, single, chosen] = [await pays(ada, KNOWN), await pays(ada, KNOWN), await pays(ada, KNOWN)]
    await label(ada, single, { category: 'family' })
    const response = await always(ada, chosen, 'shopping')
    expect(response.json()).toMatchObject({ category: 'shopping', categoryGuessed: false, categoryAlways: true })
    const after = await pays(ada, { ...KNOWN, accountName: 'GREENLEAF', message: 'rent' })
    for (const id of [before, chosen, after]) expect(await read(ada, id)).toEqual(['shopping', 'always'])
    expect(await read(ada, single)).toEqual(['family', 'chosen'])
    // One without it changes no other; another rule replaces the first for all that follow it.
    await label(ada, before, { category: 'other' })
    expect(await read(ada, after)).toEqual(['shopping', 'always'])
    await always(ada, after, 'leisure')
    expect([await read(ada, chosen), await read(ada, before)]).toEqual([
      ['leisure', 'always'],
      ['other', 'chosen'],
    ])
    // None is a choice as well.
    await always(ada, after, null)
    expect(await read(ada, chosen)).toEqual([null, 'always'])
  })

  test('means the account that is paid: an IBAN however it was typed, a number at its bank, an account of this bank', async () => {
    const [ada, ben] = [await payer(), await payer()]
    const byIban = await pays(ada, { accountName: 'A', accountNumber: '1', bankName: 'X', iban: IBAN })
    await always(ada, byIban, 'travel')
    const asNumber = await pays(ada, { accountName: 'B', accountNumber: 'DE89 3704 0044 0532 0130 00', bankName: 'Y' })
    expect(await read(ada, asNumber)).toEqual(['travel', 'always'])
    const number = { accountName: 'C', accountNumber: '555', bankName: 'Sparkasse Köln' }
    await always(ada, await pays(ada, number), 'health')
    expect(await read(ada, await pays(ada, { ...number, accountName: 'D', bankName: 'sparkasse koln' }))).toEqual([
      'health',
      'always',
    ])
    expect(await read(ada, await pays(ada, { ...number, bankName: 'Elsewhere' }))).toEqual([null, 'chosen'])
    const inside = { accountName: ben.fullName, accountNumber: await ben.accountNumber(), bankName: 'Fable Bank' }
    await always(ada, await pays(ada, inside), 'family')
    expect(await read(ada, await pays(ada, { ...inside, bankName: 'Typed Otherwise' }))).toEqual(['family', 'always'])
  })

  test('of money that came in is about the sender, and says nothing about what is paid to them', async () => {
    const [ada, ben, admin] = [await payer(), await payer(), await bank.person({ role: 'Admin' })]
    const inside = async (person: Person) => ({
      accountName: person.fullName,
      accountNumber: await person.accountNumber(),
    })
    for (let count = 0; count < 2; count++) {
      const transactionId = await pays(ben, await inside(ada))
      await admin.call('POST', '/deposit/approve', { body: { transactionId } })
    }
    const received = (await ada.call('GET', '/transactions', { query: { type: 'Deposit' } })).json() as OwnTransaction[]
    const [newest, older] = received.filter(({ method }) => method === 'internal')
    await always(ada, newest?._id ?? '', 'income')
    expect(await read(ada, older?._id ?? '')).toEqual(['income', 'always'])
    expect(await read(ada, await pays(ada, await inside(ben)))).toEqual([null, 'chosen'])
  })

  test('goes by the folded name where there is no account', async () => {
    const ada = await payer()
    const ids = [await pays(ada), await pays(ada), await pays(ada)]
    const names = ['Zoë Bäcker', 'ZOE BACKER', 'Zoe Baker']
    for (const [place, id] of ids.entries())
      await bank.owner`
        update transactions set party_account = '', party_bank = '', party_iban = '', party_name = ${names[place] ?? ''} where id = ${id}`
    await always(ada, ids[0] ?? '', 'dining')
    expect(await read(ada, ids[1] ?? '')).toEqual(['dining', 'always'])
    expect(await read(ada, ids[2] ?? '')).toEqual([null, 'chosen'])
  })

  test('is refused without a category, and where no one is named; nothing changes', async () => {
    const [ada, admin] = [await payer(), await bank.person({ role: 'Admin' })]
    const id = await pays(ada)
    const funded = await bank.ledger.submit(commandsOf(bank).adjust('fund', admin, ada, 5_00n))
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await label(ada, id, { always: true }))).toEqual(
      fieldError('always', 'Give always together with a category.'),
    )
    expect(refusalOf(await label(ada, id, { category: 'other', always: 'yes' }))).toEqual(
      fieldError('always', 'Give always as true or false.'),
    )
    expect(refusalOf(await always(ada, funded.ok ? funded.transaction.id : '', 'income'))).toEqual(
      fieldError('always', 'This transaction names no payee. Choose a category for it alone.'),
    )
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('of another person’s transaction is not found, and makes no rule for anybody', async () => {
    const [ada, ben, admin] = [await payer(), await payer(), await bank.person({ role: 'Admin' })]
    const id = await pays(ada)
    const before = await databaseFingerprint(bank)
    for (const other of [ben, admin]) expect((await always(other, id, 'other')).statusCode).toBe(404)
    expect(await databaseFingerprint(bank)).toEqual(before)
    await always(ada, id, 'health')
    expect(await read(ben, await pays(ben))).toEqual([null, 'chosen'])
  })

  test('from two clients at once is one of the two for all transactions', async () => {
    const ada = await payer()
    const ids = [await pays(ada), await pays(ada)]
    const responses = await Promise.all(
      ids.flatMap((id) => [always(ada, id, 'travel'), always(ada, id, 'health'), label(ada, id, { note: 'x' })]),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
    const [one, other] = [await read(ada, ids[0] ?? ''), await read(ada, ids[1] ?? '')]
    expect(one).toEqual(other)
    expect(await bank.sql`select 1 from category_rules where person_id = ${ada.id}`).toHaveLength(1)
  })

  test('takes names of any length and script', async () => {
    const ada = await payer()
    for (const name of ['\uFDFA'.repeat(100), `'; drop table category_rules; --`, '<script>', '𝔊'.repeat(100)]) {
      const id = await pays(ada)
      await bank.owner`
        update transactions set party_account = '', party_bank = '', party_name = ${name.repeat(10)} where id = ${id}`
      expect((await always(ada, id, 'other')).statusCode).toBe(200)
      expect(await read(ada, id)).toEqual(['other', 'always'])
    }
  })
})

test('ten thousand rules don’t slow the list down: each row looks up its own', async () => {
  const ada = await payer()
  const id = await pays(ada)
  await bank.owner`
    insert into category_rules (person_id, payee_key, payee_name, category, updated_at)
    select ${ada.id}, 'to name ' || n, n::text, 'other', now() from generate_series(1, 10000) n`
  await bank.owner`analyze category_rules`
  const plan = await bank.owner`explain (format json) ${ownTransaction(bank.owner, ada.id, id)}`
  expect(JSON.stringify(plan)).toContain('category_rules_pkey')
  expect((await always(ada, id, 'health')).statusCode).toBe(200)
})
