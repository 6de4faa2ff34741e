import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '#contract/bank-day.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { bookEntry, ENTRIES, pairOf, proposeEntry, refusedUnchanged } from '../../../test/journal-entries.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'

/* The chart of accounts. */

const bank = useBank({ config: { fourEyesAboveCents: null } })
let grace: Person
let linus: Person
let auditor: Person
let external: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  linus = await bank.person({ role: 'Admin' })
  auditor = await bank.person({ role: 'Auditor' })
  const id = await addExternalAccount(grace)
  const [row] = await bank.sql`select code from gl_accounts where account = ${`outside:${id}`}`
  external = row?.code
})

const rent = () => ({
  date: dayOf(bank.now(), bank.config.bankTimeZone),
  text: 'Rent',
  lines: pairOf('6300', '3000', 1),
})
const chart = async () => (await auditor.call('GET', '/admin/gl-accounts')).json()
const refused = (response: () => ReturnType<Person['call']>) => refusedUnchanged(bank, response)
const add = (by: Person, body: object) => by.call('POST', '/admin/gl-accounts', { body })
const patch = (by: Person, code: string, body: object) => by.call('PATCH', `/admin/gl-accounts/${code}`, { body })

test('the chart has what exists from the start, and a code for each external account', async () => {
  const accounts = await chart()
  expect(accounts.map(({ code, type }: { code: string; type: string }) => `${code} ${type}`).join(', ')).toBe(
    '1000 asset, 1010 asset, 1020 asset, 1201 asset, 2000 liability, 2010 liability, 2090 liability, 2100 liability, 2200 liability, ' +
      '3000 equity, 4000 income, 4100 income, 5000 expense, 5100 expense, 5900 expense',
  )
  expect(external).toBe('1201')
  // Two at once take two codes.
  await Promise.all([addExternalAccount(grace), addExternalAccount(linus)])
  expect((await chart()).map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(['1202', '1203']))
})

test('the chart is added to, renamed and closed, as audited', async () => {
  const made = await add(grace, { code: '6100', name: 'Software', type: 'expense' })
  expect([made.statusCode, made.json()]).toEqual([
    201,
    {
      code: '6100',
      name: 'Software',
      type: 'expense',
      closed: false,
      builtIn: false,
      closable: true,
      byHand: true,
      balance: 0,
    },
  ])
  expect(await refused(() => add(linus, { code: '6100', name: 'Other', type: 'asset' }))).toMatchObject({
    status: 409,
    code: 'gl_account_exists',
  })
  expect((await patch(grace, '6100', { name: 'Software and licences' })).json().name).toBe('Software and licences')
  expect((await patch(grace, '6100', { closed: true })).json()).toMatchObject({ closed: true, byHand: false })
  expect((await patch(grace, '6100', { closed: true })).json()).toMatchObject({ closed: true })
  expect((await patch(grace, '6100', { closed: false })).json()).toMatchObject({ closed: false })
  expect((await patch(grace, '5100', { name: 'Fees of other banks' })).json()).toMatchObject({ builtIn: true })
  await patch(grace, '5100', { name: 'Bank charges' })
  const actions = await bank.sql`
    select action from audit where action like 'gl_account.%' and coalesce(after ->> 'code', '') = '6100' order by number`
  expect(actions.map(({ action }) => action)).toEqual([
    'gl_account.added',
    'gl_account.renamed',
    'gl_account.closed',
    'gl_account.reopened',
  ])
})

test('the chart refuses what is malformed, unknown, in use or not allowed', async () => {
  for (const [body, field] of [
    [{ code: '', name: 'A', type: 'asset' }, 'code'],
    [{ code: '-1', name: 'A', type: 'asset' }, 'code'],
    [{ code: '6\u0000', name: 'A', type: 'asset' }, 'code'],
    [{ code: '6200', name: ' ', type: 'asset' }, 'name'],
    [{ code: '6200', name: 'A', type: 'money' }, 'type'],
  ] as const)
    expect(await refused(() => add(grace, body))).toMatchObject({ code: 'invalid', errors: [{ path: field }] })
  expect(await refused(() => patch(grace, '9999', { name: 'A' }))).toMatchObject({ code: 'not_found' })
  for (const code of ['5100', external, '2000'])
    expect(await refused(() => patch(grace, code, { closed: true }))).toMatchObject({ code: 'gl_account_built_in' })
  await add(grace, { code: '6300', name: 'Rent', type: 'expense' })
  await bookEntry(grace, linus, rent())
  expect(await refused(() => patch(grace, '6300', { closed: true }))).toMatchObject({ code: 'gl_account_not_empty' })
  for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const) {
    const other = await bank.person({ role })
    for (const attempt of [
      () => add(other, { code: '6400', name: 'A', type: 'asset' }),
      () => patch(other, '6300', { name: 'A' }),
      () => proposeEntry(other, rent()),
      () => other.call('POST', `${ENTRIES}/${grace.id}/reverse`),
    ])
      expect(await refused(attempt)).toMatchObject({ status: 403, code: 'forbidden' })
    const reads = [await other.call('GET', '/admin/gl-accounts'), await other.call('GET', ENTRIES)]
    expect(reads.map(({ statusCode }) => statusCode)).toEqual(role === 'Auditor' ? [200, 200] : [403, 403])
  }
})
