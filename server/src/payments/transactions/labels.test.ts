import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#contract/payments/categories.ts'
import type { OwnTransaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()

const submit = async (person: Person, changed: Record<string, unknown> = {}) =>
  (await person.call('POST', '/transfer', { body: transferForm({ amount: 1, ...changed }) })).json()._id as string
const label = (person: Person, id: string, body: object) => person.call('PATCH', `/transactions/${id}`, { body })
const read = async (person: Person, id: string) =>
  (await person.call('GET', `/transactions/${id}`)).json() as OwnTransaction
const search = async (person: Person, text: string) => {
  const response = await person.call('GET', '/transactions', { query: { search: text } })
  return (response.json() as OwnTransaction[]).map(({ _id }) => _id)
}
const payer = () => bank.person({ balanceCents: 500_00n })

describe('notes and categories', () => {
  test('are set one by one, read with the transaction and in the list, and change nothing else', async () => {
    const ada = await payer()
    const id = await submit(ada)
    const before = await read(ada, id)
    expect(before).toMatchObject({ _id: id, note: '', category: null, categoryGuessed: false })
    const noted = await label(ada, id, { note: '  Birthday\r\nof Ben ' })
    expect(noted.json()).toEqual({ ...before, note: 'Birthday\nof Ben' })
    const chosen = await label(ada, id, { category: 'family' })
    expect(chosen.json()).toEqual({ ...before, note: 'Birthday\nof Ben', category: 'family' })
    expect(await read(ada, id)).toEqual(chosen.json())
    const [listed] = (await ada.call('GET', '/transactions', { query: { limit: '1' } })).json()
    expect(listed).toEqual(chosen.json())
    expect((await label(ada, id, { note: '', category: null })).json()).toEqual(before)
  })

  test('set at once from two devices are both kept', async () => {
    const ada = await payer()
    const id = await submit(ada)
    await Promise.all([label(ada, id, { note: 'Lunch' }), label(ada, id, { category: 'dining' })])
    expect(await read(ada, id)).toMatchObject({ note: 'Lunch', category: 'dining' })
  })

  test('of another person are not found, neither for people nor for staff, and nothing changes', async () => {
    const [ada, ben, admin] = [await payer(), await payer(), await bank.person({ role: 'Admin' })]
    const id = await submit(ada)
    await label(ada, id, { note: 'secret remark' })
    const before = await databaseFingerprint(bank)
    for (const other of [ben, admin]) {
      expect((await other.call('GET', `/transactions/${id}`)).statusCode).toBe(404)
      expect((await label(other, id, { note: 'x', category: 'other' })).statusCode).toBe(404)
      expect(await search(other, 'secret remark')).toEqual([])
    }
    expect(await databaseFingerprint(bank)).toEqual(before)
    const staffSee = [
      await admin.call('GET', `/admin/transactions/${id}`),
      await admin.call('GET', '/transactions/admin', { query: { userId: ada.id } }),
      await admin.call('GET', '/transactions/admin', { query: { search: 'secret remark' } }),
    ]
    for (const response of staffSee) expect(response.body).not.toContain('secret remark')
  })

  test('of a credit that staff have only proposed are not found', async () => {
    const [ada, admin] = [await payer(), await bank.person({ role: 'Admin' })]
    const outcome = await bank.ledger.submit(commandsOf(bank).adjust('fund', admin, ada, 5_00n))
    const id = outcome.ok ? outcome.transaction.id : ''
    expect((await read(ada, id))._id).toBe(id)
    // The note of staff is not the customer's.
    await bank.owner`update transactions set note = 'staff only' where id = ${id}`
    expect(JSON.stringify(await read(ada, id))).not.toContain('staff only')
  })

  test.each([
    [{}, 'Nothing to change.'],
    [{ category: 'gambling' }, 'Choose one of the categories.'],
    [{ category: '' }, 'Choose one of the categories.'],
    [{ category: ['dining'] }, 'Choose one of the categories.'],
    [{ note: 5 }, 'Note must be text.'],
    [{ note: 'x'.repeat(501) }, 'Note can have at most 500 characters.'],
    [{ note: 'a\u0000b' }, 'Note has characters that can’t be stored.'],
    [{ note: 'a\u202Eb' }, 'Note has characters that can’t be stored.'],
    [{ amount: 1 }, 'Unknown field.'],
    [{ note: 'x', status: 'Completed' }, 'Unknown field.'],
  ])('%j is refused', async (body, msg) => {
    const ada = await payer()
    const id = await submit(ada)
    const refusal = refusalOf(await label(ada, id, body))
    expect(refusal.status).toBe(400)
    expect(refusal.errors.map((error: { msg: string }) => error.msg)).toContain(msg)
    expect(await read(ada, id)).toMatchObject({ note: '', category: null })
  })

  test('there are twelve categories', () => expect(new Set(CATEGORIES).size).toBe(12))

  test('search covers the own notes, literally', async () => {
    const ada = await payer()
    const [first, second] = [await submit(ada), await submit(ada)]
    await label(ada, first, { note: 'Dinner 100% vegan' })
    await label(ada, second, { note: 'Dinner' })
    expect(await search(ada, 'dinner')).toEqual([second, first])
    expect(await search(ada, '100%')).toEqual([first])
    expect(await search(ada, '%vegan')).toEqual([])
  })
})

describe('guessed categories', () => {
  test('are what the person last chose for the same account, before and after', async () => {
    const ada = await payer()
    const [earlier, chosen] = [await submit(ada), await submit(ada)]
    await label(ada, chosen, { category: 'housing' })
    const later = await submit(ada)
    for (const id of [earlier, later])
      expect(await read(ada, id)).toMatchObject({ category: 'housing', categoryGuessed: true })
    expect(await read(ada, chosen)).toMatchObject({ category: 'housing', categoryGuessed: false })
    await label(ada, later, { category: 'other' })
    expect(await read(ada, earlier)).toMatchObject({ category: 'other', categoryGuessed: true })
    expect(await read(ada, chosen)).toMatchObject({ category: 'housing', categoryGuessed: false })
  })

  test('are not made for another account, bank or person, nor after none was chosen', async () => {
    const [ada, ben] = [await payer(), await payer()]
    const [chosen, same] = [await submit(ada), await submit(ada)]
    await label(ada, chosen, { category: 'housing' })
    const others = [await submit(ada, { accountNumber: '7' }), await submit(ada, { bankName: 'Other' })]
    for (const id of others) expect(await read(ada, id)).toMatchObject({ category: null, categoryGuessed: false })
    expect(await read(ben, await submit(ben))).toMatchObject({ category: null, categoryGuessed: false })
    await label(ada, same, { category: null })
    expect(await read(ada, same)).toMatchObject({ category: null, categoryGuessed: false })
    expect(await read(ada, await submit(ada))).toMatchObject({ category: null, categoryGuessed: false })
  })
})
