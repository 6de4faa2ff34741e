import { beforeAll, describe, expect, test } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/notifications/webhook-events.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey } from '../../../test/factors.ts'
import { liveFullLife, MARK } from '../../../test/full-life.ts'
import { createUpload, databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'
import { scheduled, scheduledPaymentsOf, sendDuring } from '../../../test/scheduled-payments.ts'
import { ALLOW_LOCAL, addWebhook, deliverAll, openReceiver } from '../../../test/webhook-receiver.ts'
import { PERSONAL_DATA } from '../../bootstrap/personal-data.ts'
import { finishErasures } from '../../customers/erasure/finish-erasures.ts'
import { checkInvariants } from '../../ledger/books/invariants.ts'
import { eraseBookTexts } from '../../ledger/erase-records.ts'
import { deleteNotificationsBefore } from '../../ledger/erasure/delete-old-records.ts'
import { sealChains } from '../../ledger/proof/seal.ts'
import { ago } from '../../platform/db/ago.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 366 * 24 * HOUR_MS
const bank = useBank({ config: { ...ALLOW_LOCAL, fourEyesAboveCents: null } })
let staff: Person
beforeAll(async () => {
  staff = await bank.person({ role: 'Admin', fullName: 'Iris Staff' })
})

const erase = (by: Person, id: string, ground: unknown = 'requested') =>
  by.call('POST', `/admin/users/${id}/erasure`, { body: { ground } })
const close = (id: string) =>
  staff.call('PATCH', '/admin/user', { body: { userId: id, updates: { status: 'Closed' }, reason: 'Quimby moved' } })
/** Makes all erasures older instead of moving the clock: the database's own decides what is due. */
const finish = async (
  afterMs: number,
  onFailure: (personId: string) => void = (personId) => expect.unreachable(personId),
) => {
  const age = bank.owner`${afterMs} * interval '1 millisecond'`
  await bank.owner`
    update erasures set erased_at = erased_at - ${age}, identity_until = identity_until - ${age}, books_until = books_until - ${age}`
  return finishErasures({ ...bank, personalData: PERSONAL_DATA }, onFailure)
}
const breaches = async () => (await checkInvariants(bank.sql, 'UTC')).filter((found) => found.breaches > 0n)

/** Every column that can hold text, whatever table, with the mark. */
async function findMark(): Promise<string[]> {
  const columns = await bank.owner<{ table: string; name: string }[]>`
    select c.table_name as table, c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.data_type in ('text', 'character varying', 'json', 'jsonb') or c.data_type = 'ARRAY') order by 1, 2`
  const found = await Promise.all(
    columns.map(async ({ table, name }) => {
      const hit = await bank.owner`
        select 1 from ${bank.owner.unsafe(table)} where ${bank.owner.unsafe(name)}::text ilike ${`%${MARK}%`} limit 1`
      return hit.length > 0 ? [`${table}.${name}`] : []
    }),
  )
  return found.flat()
}

describe('a customer who used everything', () => {
  let zelda: Person
  let ben: Person
  beforeAll(async () => {
    ben = await bank.person({ fullName: 'Ben Other' })
    zelda = await liveFullLife(bank, staff, ben)
    await sealChains(bank.sql, bank.now())
    expect((await close(zelda.id)).statusCode).toBe(200)
  }, 60_000)

  test('is erased at once but for what the law asks for, then wholly, and the books verify at every step', async () => {
    const before = await findMark()
    // The list grows with the bank: a text that the erasure forgets is found below, if it is filled in here.
    const written = ['audit.after', 'transactions.party_name', 'messages.text', 'staff_notes.text', 'orders.message']
    for (const column of [...written, 'person_tags.text', 'transaction_tags.text', 'saved_filters.query'])
      expect(before).toContain(column)
    expect(before.length).toBeGreaterThan(35)
    const [books] = await bank.owner`select sum(amount), count(*) from postings`
    const erased = await erase(staff, zelda.id)
    expect([erased.statusCode, erased.json()]).toMatchObject([
      200,
      { fullName: `Erased customer ${zelda.id.slice(-6)}`, email: `${zelda.id}@erased.invalid`, mobile: '', dob: '' },
    ])
    const kept = await findMark()
    const inBooks = /^(?:transactions|orders|run_payments|bank_statement_lines)\./
    expect(kept.filter((column) => !inBooks.test(column))).toEqual([])
    expect(kept).toEqual(expect.arrayContaining(['transactions.party_name', 'transactions.message']))
    expect(await breaches()).toEqual([])

    const identity = await staff.call('POST', `/admin/users/${zelda.id}/erasure/identity`)
    expect(identity.json()).toMatchObject({ fullName: 'Zelda Quimby', email: 'new@quimby.example', dob: '1990-05-14' })

    await finish(6 * YEAR_MS)
    expect((await staff.call('POST', `/admin/users/${zelda.id}/erasure/identity`)).statusCode).toBe(404)
    expect(await bank.owner`select 1 from verification_documents where person_id = ${zelda.id}`).toEqual([])
    expect(await findMark()).toContain('transactions.party_name')

    await finish(11 * YEAR_MS)
    expect(await findMark()).toEqual([])
    for (const table of ['uploads', 'document_parts', 'idempotency', 'outbox', 'sessions', 'passkeys', 'totp_factors'])
      expect([table, await rowsOf(table, zelda.id)]).toEqual([table, 0])
    expect(await bank.owner`select sum(amount), count(*) from postings`).toEqual([books])
    expect(await breaches()).toEqual([])
    expect(await bank.owner`select party_name, message from transactions where account_id = ${ben.id}`).toEqual([
      { party_name: `Erased customer ${zelda.id.slice(-6)}`, message: null },
    ])
  })

  const OWNERS: Record<string, string> = {
    uploads: 'owner_id',
    document_parts: 'number in (select number from documents where owner_id',
  }
  async function rowsOf(table: string, id: string): Promise<number> {
    const owner = OWNERS[table] ?? 'person_id'
    const condition = `${owner} = '${id}'${owner.includes('(') ? ')' : ''}`
    const [row] = await bank.owner<{ count: number }[]>`
      select count(*)::int as count from ${bank.owner.unsafe(table)} where ${bank.owner.unsafe(condition)}`
    return row?.count ?? -1
  }

  test('can’t be erased twice, and a later change of a text in the chain is still found', async () => {
    expect(refusalOf(await erase(staff, zelda.id))).toMatchObject({ status: 409, code: 'already_erased' })
    const details = (await staff.call('GET', `/admin/users/${zelda.id}`)).json()
    expect(details.erasure).toMatchObject({ erasedAt: expect.any(String) })
    const [entry] = await bank.owner<{ id: string; after: string }[]>`
      select id, after::text as after from audit where chain_id = ${zelda.id} and redacted_at is null and action <> 'person.erased' limit 1`
    await bank.owner`update audit set after = '{"forged": 1}' where id = ${entry?.id ?? ''}`
    expect(await breaches()).toMatchObject([{ breaches: 1n }])
    await bank.owner`update audit set after = ${entry?.after ?? ''}::text::json where id = ${entry?.id ?? ''}`
  })

  test.each([
    ['who did it', "actor_id = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'"],
    ['what was done', "action = 'note.added'"],
    ['when', "at = at - interval '1 day'"],
    ['what is left of its texts', "after = '{}'"],
    ['its hash', 'hash = sha256(hash)'],
    ['that it was redacted', 'redacted_at = null'],
  ])('a redacted entry can’t be changed: %s', async (_, change) => {
    const { id = '' } = await redactedEntry()
    await withForged(id, change, async () => expect(await breaches()).not.toEqual([]))
    expect(await breaches()).toEqual([])
  })

  test('an entry after the erasure can’t be passed off as redacted', async () => {
    const [later] = await bank.owner<{ id: string }[]>`
      select id from audit where chain_id = ${zelda.id} and action = 'erasure.identity_opened'`
    const forged = `actor_id = '${staff.id}', after = '{"forged": 1}', redacted_at = now()`
    await withForged(later?.id ?? '', forged, async () => expect(await breaches()).toMatchObject([{ breaches: 1n }]))
  })

  async function redactedEntry() {
    const [entry] = await bank.owner<{ id: string }[]>`
      select id from audit where chain_id = ${zelda.id} and redacted_at is not null and action = 'person.updated'
      order by number limit 1`
    return { id: entry?.id }
  }

  async function withForged(id: string, change: string, check: () => Promise<void>): Promise<void> {
    await bank.owner`create table original as select * from audit where id = ${id}`
    expect((await bank.owner.unsafe(`update audit set ${change} where id = '${id}'`)).count).toBe(1)
    await check()
    await bank.owner`
      update audit a set actor_id = o.actor_id, action = o.action, at = o.at, before = o.before, after = o.after, hash = o.hash,
        redacted_at = o.redacted_at
      from original o where o.id = a.id`
    await bank.owner`drop table original`
  }
})

describe('refused', () => {
  test.each(['Active', 'Frozen', 'Pending'] as const)('while the account is %s', async (status) => {
    const person = await bank.person({ status })
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await erase(staff, person.id))).toMatchObject({ status: 409, code: 'account_open' })
    expect(await databaseFingerprint(bank)).toEqual({ ...before, access_log: expect.any(String) })
  })

  test('with a pending transaction, which keeps the account from being closed', async () => {
    const person = await bank.person({ balanceCents: 5_00n })
    await person.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
    expect(refusalOf(await close(person.id))).toMatchObject({ code: 'account_not_empty' })
    expect(refusalOf(await erase(staff, person.id))).toMatchObject({ code: 'account_open' })
  })

  test('for staff about themselves, for other roles, for strangers and for malformed requests', async () => {
    const { id } = await bank.person({ status: 'Closed' })
    expect(refusalOf(await erase(staff, staff.id))).toMatchObject({ status: 403, code: 'own_account' })
    for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const)
      expect((await erase(await bank.person({ role }), id)).statusCode).toBe(403)
    expect((await erase(staff, '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f')).statusCode).toBe(404)
    for (const ground of ['', 'Requested', null, 5, ['requested'], undefined])
      expect((await erase(staff, id, ground ?? null)).statusCode).toBe(400)
    expect(await bank.owner`select 1 from erasures where person_id = ${id}`).toEqual([])
  })

  test('for a compromised server: the database lets it touch records of erased people only', async () => {
    const { id } = await bank.person({ status: 'Closed' })
    const changed =
      await bank.sql`update audit set after = '{}' where chain_id <> ${id} and redacted_at is null and chain_id not in
      (select person_id from erasures)`
    expect(changed.count).toBe(0)
    await expect(bank.sql`delete from audit`).rejects.toThrow(/permission denied/)
    await expect(bank.sql`update audit set hash = hash`).rejects.toThrow(/permission denied/)
  })
})

test('a second administrator confirms, and of two confirmations one erases', async () => {
  Object.assign(bank.config, { fourEyesAboveCents: 0n })
  const [grace, hank] = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
  const { id } = await bank.person({ status: 'Closed', fullName: 'Otto Example' })
  const proposed = await erase(staff, id)
  expect([proposed.statusCode, proposed.json()]).toMatchObject([
    202,
    { kind: 'erasure', after: { ground: 'requested' } },
  ])
  const confirm = (by: Person) => by.call('POST', `/admin/proposals/${proposed.json()._id}/confirm`)
  expect(refusalOf(await confirm(staff))).toMatchObject({ code: 'second_admin_needed' })
  expect(refusalOf(await confirm(await bank.person({ role: 'Teller' })))).toMatchObject({ code: 'forbidden' })
  const codes = (await Promise.all([confirm(grace), confirm(hank)])).map(({ statusCode }) => statusCode)
  expect(codes.sort()).toEqual([200, 409])
  expect(await bank.owner`select 1 from audit where chain_id = ${id} and action = 'person.erased'`).toHaveLength(1)
  // The ground is a word of the software.
  expect(
    await bank.owner`
      select after ->> 'ground' as ground from proposals where subject_id = ${id}
      union all select after ->> 'ground' from audit where chain_id = ${id} and action = 'proposal.made'`,
  ).toEqual([{ ground: 'requested' }, { ground: 'requested' }])
  Object.assign(bank.config, { fourEyesAboveCents: null })
})

test('of a log-in, a deposit and two erasures at once, nothing is left in an erased account', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await bank.person({ status: 'Closed' })
    const receipt = '/api/images/0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
    const [first, second] = await Promise.all([
      erase(staff, person.id),
      erase(staff, person.id),
      bank.call('POST', '/auths/login', { body: { email: person.email, password: 'none' } }),
      person.call('POST', '/deposit', { body: { amount: 5, method: 'bank', receipt } }),
      person.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Wait' } }),
    ])
    expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409])
    await finish(2 * HOUR_MS)
    for (const table of ['sessions', 'messages', 'outbox', 'challenges'])
      expect(await bank.owner`select 1 from ${bank.owner.unsafe(table)} where person_id = ${person.id}`).toEqual([])
    expect((await person.call('GET', '/users')).statusCode).toBe(401)
  }
})

test('webhooks hear of an erased person what they had not heard yet, and of the erasure', async () => {
  const receiver = await openReceiver()
  await addWebhook(staff, receiver.url, WEBHOOK_EVENTS)
  const person = await bank.person({ fullName: 'Wanda Hook' })
  const receipt = await createUpload(bank, person)
  const { _id } = (await person.call('POST', '/deposit', { body: { amount: 5, method: 'bank', receipt } })).json()
  await staff.call('POST', '/deposit/decline', { body: { transactionId: _id, reason: 'Unreadable' } })
  await close(person.id)
  expect((await erase(staff, person.id)).statusCode).toBe(200)
  // Their ids only, and no email.
  const rows = () => bank.owner<{ data: object; mail_at: Date | null }[]>`
    select data, mail_at from outbox where person_id = ${person.id} order by number`
  expect(await rows()).toEqual(
    [{ transactionId: _id }, { transactionId: _id }, {}, {}].map((data) => ({ data, mail_at: null })),
  )
  await deleteNotificationsBefore(bank.sql, ago(bank.sql, -YEAR_MS))
  await deliverAll(bank)
  expect(receiver.events(person.id)).toEqual([
    'transaction.created Pending',
    'transaction.declined Declined',
    'person.updated Closed',
    'person.updated Closed',
  ])
  await finish(2 * HOUR_MS)
  expect(await rows()).toEqual([])
  await bank.owner`delete from webhooks`
  await receiver.close()
})

test('what others paid to an erased person by passkey, now and scheduled, loses name and message, and the books verify', async () => {
  const [payer, gone] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ fullName: 'Gus Gone' })]
  const { authenticator } = await addPasskey(payer)
  const scheduledPayments = scheduledPaymentsOf(bank)
  const { pin, startOn, every, ...payment } = scheduledPayments.form({
    accountName: 'Gus Gone',
    accountNumber: await gone.accountNumber(),
    every: 'once',
    message: 'For Gus',
  }) as Record<string, unknown>
  for (const [path, form, schedule] of [
    ['/transfer', payment],
    ['/orders', { ...payment, startOn, every }, { startOn, every }],
  ] as const) {
    const asked = await payer.call('POST', '/transfer/authorisation', {
      body: { ...payment, ...(schedule && { order: schedule }) },
    })
    const { authorisation: id, options } = asked.json()
    const body = { ...form, authorisation: { id, response: authenticator.sign(options) } }
    expect((await payer.call('POST', path, { body })).statusCode).toBe(201)
  }
  await scheduledPayments.run()
  const sent = await bank.sql<{ id: string }[]>`select id from transactions where party_id = ${gone.id}`
  expect(sent).toHaveLength(2)
  for (const { id: transactionId } of sent) await staff.call('POST', '/deposit/approve', { body: { transactionId } })
  await staff.call('POST', '/admin/debit', { body: { userId: gone.id, amount: 200 } })
  expect((await close(gone.id)).statusCode).toBe(200)
  expect((await erase(staff, gone.id)).statusCode).toBe(200)
  await finish(11 * YEAR_MS)
  expect(await breaches()).toEqual([])
  expect(
    await bank.owner`
      select party_name, message from transactions where account_id = ${payer.id} and type = 'Transfer'
      union all select party_name, message from orders where person_id = ${payer.id}`,
  ).toEqual(Array(3).fill({ party_name: `Erased customer ${gone.id.slice(-6)}`, message: null }))
})

test.each([
  ['PATCH', { status: 'paused' }, 'paused'],
  ['DELETE', undefined, 'ended'],
] as const)(
  '%s of a scheduled payment during the erasure of its payee brings no text back',
  async (method, body, status) => {
    const [payer, gone] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ fullName: 'Gus Gone' })]
    const form = scheduledPaymentsOf(bank).form({ accountNumber: await gone.accountNumber(), message: 'For Gus' })
    const { _id } = await scheduled(payer, form)
    const response = await sendDuring(
      bank,
      (tx) => eraseBookTexts(tx, gone.id, 'Erased customer'),
      () => payer.call(method, `/orders/${_id}`, body && { body }),
    )
    expect(response.statusCode).toBeLessThan(300)
    expect(await bank.sql`select status, party_name, message from orders where id = ${_id}`).toEqual([
      { status, party_name: 'Erased customer', message: null },
    ])
  },
)

test('a person whose erasure can’t be finished does not keep the others', async () => {
  const [one, two] = [await bank.person({ status: 'Closed' }), await bank.person({ status: 'Closed' })]
  for (const { id } of [one, two]) expect((await erase(staff, id)).statusCode).toBe(200)
  await bank.owner.unsafe(
    `alter table erasures add constraint fails check (person_id <> '${one.id}' or swept_at is null)`,
  )
  const failed: string[] = []
  await expect(finish(2 * HOUR_MS, (personId) => void failed.push(personId))).rejects.toThrow(
    /^1 of \d+ erasures failed$/,
  )
  expect(failed).toEqual([one.id])
  expect(
    await bank.owner`select swept_at is not null as swept from erasures where person_id in (${one.id}, ${two.id})
      order by erased_at, person_id`,
  ).toEqual([{ swept: false }, { swept: true }])
  await bank.owner`alter table erasures drop constraint fails`
  await finish(2 * HOUR_MS)
})

test('an address that another person has now is theirs: their messages stay', async () => {
  const former = await bank.person({ email: 'shared@fable.example' })
  const update = { userId: former.id, updates: { email: 'latest@fable.example' } }
  expect((await staff.call('PATCH', '/admin/user', { body: update })).statusCode).toBe(200)
  // Until then, the change can be undone, and the address is reserved.
  await bank.owner`update email_changes set undo_until = now() - interval '1 day' where person_id = ${former.id}`
  await bank.person({ email: 'shared@fable.example' })
  for (const email of ['shared@fable.example', 'latest@fable.example']) {
    const body = { name: 'A visitor', email, mobile: '555', message: 'When do you open?', terms: true }
    expect((await bank.call('POST', '/contact', { body })).statusCode).toBeLessThan(300)
  }
  await close(former.id)
  expect((await erase(staff, former.id)).statusCode).toBe(200)
  expect(await bank.owner`select email from contact_messages where email like '%@fable.example'`).toEqual([
    { email: 'shared@fable.example' },
  ])
})

test('the address of an erased person can’t be taken before, and the language goes', async () => {
  const { id } = await bank.person({ status: 'Closed' })
  const body = { fullName: 'Mallory', email: `${id}@Erased.Invalid`, password: 'correct horse battery staple' }
  expect((await bank.call('POST', '/auths/register', { body })).statusCode).toBe(400)
  await bank.owner`update people set locale = 'de' where id = ${id}`
  expect((await erase(staff, id)).statusCode).toBe(200)
  expect(await bank.owner`select locale from people where id = ${id}`).toEqual([{ locale: null }])
})

test.each([
  ['transactions', 'party_id'],
  ['bank_statement_lines', 'person_id'],
  ['bank_statement_lines', 'deposit_id'],
  ['transfer_authorisations', 'person_id'],
  ['orders', 'authorisation_id'],
])('an erasure finds rows of %s by %s without reading the table', async (table, column) => {
  const plan = await bank.owner.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    return tx.unsafe(`explain select 1 from ${table} where ${column} = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'`)
  })
  expect(JSON.stringify(plan)).toMatch(/Index/)
})
