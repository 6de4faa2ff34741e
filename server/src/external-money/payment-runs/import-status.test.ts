import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf, tally } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import { statementForm } from '../../../test/statement-files.ts'
import { camt054, makeRun, pain002, uploadStatus } from '../../../test/status-files.ts'
import { sendWire, submitWire } from '../../../test/wires.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let admin: Person
let account: string
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  account = await addExternalAccount(admin, '00412345678')
})

const rich = () => bank.person({ balanceCents: 10_000_00n })
const upload = async (file: string | Buffer, by = admin) => {
  const response = await uploadStatus(by, file)
  if (response.statusCode !== 200) throw new Error(response.body)
  const { payments, ...counts } = response.json()
  return { counts, payments, reasons: payments.map(({ unknownReason }: { unknownReason: string }) => unknownReason) }
}
const counts = (given: object) => ({
  accepted: 0,
  rejected: 0,
  booked: 0,
  unknown: 0,
  pending: 0,
  changed: 0,
  ...given,
})
const statusesOf = async (runId: string) =>
  (await admin.call('GET', `/admin/payment-runs/${runId}`))
    .json()
    .payments.map(({ status, statusReason }: { status: string | null; statusReason: string | null }) =>
      [status, statusReason].filter(Boolean).join(' '),
    )
const available = async (person: Person) => (await person.balance()).availableCents
const changesNothing = async (file: string, expected: object, by = admin) => {
  const clean = async () => ({ ...(await databaseFingerprint(bank)), sessions: '', access_log: '' })
  const before = await clean()
  const { counts: found, reasons } = await upload(file, by)
  expect({ ...found, reasons }).toMatchObject({ changed: 0, ...expected })
  expect(await clean()).toEqual(before)
}
/** A run with wires of these amounts, each of another customer. */
async function runOf(amounts: readonly number[], isSent = true) {
  const people = await Promise.all(amounts.map(rich))
  const wires: string[] = []
  for (const [at, amount] of amounts.entries()) wires.push(await sendWire(bank, people[at] as Person, { amount }))
  const run = await makeRun(bank, admin, null, isSent)
  expect(run.references).toHaveLength(amounts.length)
  return { ...run, people, wires }
}
const report = (run: { messageId: string; references: string[] }, statuses: readonly (string | null)[], extra = {}) =>
  pain002({
    messageId: run.messageId,
    lines: statuses.flatMap((status, at) => {
      const [code = '', reason] = status?.split(' ') ?? []
      const reference = run.references[at] ?? ''
      return status ? [{ reference, status: code, ...(reason ? { reason } : {}), ...extra }] : []
    }),
  })

describe('a status file', () => {
  test('marks payments as accepted, rejected and booked; what was rejected is credited back once', async () => {
    const run = await runOf([10, 20, 30])
    const [ada, ben, cid] = run.people as [Person, Person, Person]
    const file = report(run, ['ACSP', 'RJCT AC04', 'PDNG'])
    const { counts: found, payments } = await upload(file)
    expect(found).toEqual(counts({ accepted: 1, rejected: 1, pending: 1, changed: 2 }))
    expect(payments[1]).toMatchObject({ outcome: 'rejected', transactionId: run.wires[1], runId: run.id, amount: 20 })
    expect(await statusesOf(run.id)).toEqual(['accepted', 'rejected AC04', ''])
    expect([await available(ada), await available(ben), await available(cid)]).toEqual([
      9_990_00n,
      10_000_00n,
      9_970_00n,
    ])
    const [back] = (await ben.call('GET', '/transactions', { query: { type: 'Deposit' } })).json()
    expect(back).toMatchObject({ amount: 20, returns: run.wires[1], reason: 'The account is closed.' })
    const details = (await admin.call('GET', `/admin/payment-runs/${run.id}`)).json()
    expect(details.payments[1]).toMatchObject({ returnedBy: back._id, statusAt: expect.any(String) })
    expect(
      await bank.sql`select after from audit where action = 'payment_run.reported' order by number desc limit 1`,
    ).toMatchObject([{ after: { accepted: 1, rejected: 1, changed: 2, runIds: [run.id] } }])
    await changesNothing(file, { accepted: 1, rejected: 1, pending: 1 })
    await changesNothing(file, { rejected: 1 }, await bank.person({ role: 'Admin' }))

    // Then the bank books the first one and rejects the last one.
    const account = run.account.replace(/^0+/, '0 0-')
    const booked = camt054(account, [{ amount: '10.00', reference: run.references[0] as string }])
    expect((await upload(booked)).counts).toEqual(counts({ booked: 1, changed: 1 }))
    await changesNothing(booked, { booked: 1 })
    await changesNothing(report(run, ['ACCP']), { accepted: 1 })
    expect(await statusesOf(run.id)).toEqual(['booked', 'rejected AC04', ''])
    // A booked payment is not rejected silently, nor is a rejected one paid.
    await changesNothing(report(run, ['RJCT']), { unknown: 1, reasons: ['payment_booked'] })
    await changesNothing(report(run, [null, 'ACSC']), { unknown: 1, reasons: ['already_rejected'] })
    // It comes back as a return.
    const returned = camt054(run.account, [
      { amount: '10.00', side: 'CRDT', reference: run.references[0] as string, returnReason: 'MD07' },
    ])
    expect((await upload(returned)).counts).toEqual(counts({ rejected: 1, changed: 1 }))
    await changesNothing(returned, { rejected: 1 })
    expect(await available(ada)).toBe(10_000_00n)
    // What concerns other people is not told.
    const [of] = (await ada.call('GET', '/transactions', { query: { type: 'Deposit' } })).json()
    expect(of.reason).toBe('The payment could not be carried out.')
    expect(await statusesOf(run.id)).toEqual(['returned MD07', 'rejected AC04', ''])
  })

  test('of a whole run: rejected or booked as one, beside single payments; numbers and sums must agree', async () => {
    const run = await runOf([1, 2, 3])
    const whole = (status: string, extra = {}) =>
      pain002({ messageId: run.messageId, groupStatus: status, groupReason: 'AM04', informationId: null, ...extra })
    for (const extra of [{ count: 2 }, { sum: '6.01' }, { count: 3, sum: '5' }])
      await changesNothing(whole('RJCT', extra), { unknown: 1, reasons: ['amount_differs'] })
    await changesNothing(whole('PART'), {})
    await changesNothing(whole('CANC'), { unknown: 3 })
    const mixed = pain002({
      messageId: run.messageId,
      groupStatus: 'ACCP',
      count: 3,
      sum: '6.00',
      lines: [{ reference: run.references[1] as string, status: 'RJCT', reason: 'AC01', amount: '2' }],
    })
    expect((await upload(mixed)).counts).toEqual(counts({ accepted: 2, rejected: 1, changed: 3 }))
    // The bank debits what it has not rejected.
    const debit = (amount: string, count: number) =>
      camt054(run.account, [{ amount, batch: { messageId: run.messageId, count } }])
    await changesNothing(debit('5', 2), { unknown: 1 })
    expect((await upload(debit('4.00', 2))).counts).toEqual(counts({ booked: 2, changed: 2 }))
    expect(await statusesOf(run.id)).toEqual(['booked', 'rejected AC01', 'booked'])

    const other = await runOf([4, 5])
    const all = pain002({
      messageId: other.messageId,
      groupStatus: 'RJCT',
      groupReason: 'FF01',
      informationStatus: 'RJCT',
    })
    expect((await upload(all)).counts).toEqual(counts({ rejected: 2, changed: 2 }))
    for (const person of other.people) expect(await available(person)).toBe(10_000_00n)
    await changesNothing(all, { rejected: 2 })
  })

  test('above the limit waits for a second person; a return by hand before or after changes nothing', async () => {
    const ada = await rich()
    const large = await submitWire(ada, { amount: 150 })
    for (const by of [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })])
      expect((await by.call('POST', '/deposit/approve', { body: { transactionId: large } })).statusCode).toBe(200)
    const byHand = await sendWire(bank, await rich(), { amount: 7 })
    const run = await makeRun(bank, admin)
    expect(
      (await admin.call('POST', '/admin/return', { body: { transactionId: byHand, reason: 'x' } })).statusCode,
    ).toBe(201)
    const file = report(run, ['RJCT AC01', 'RJCT AC01'])
    const { counts: found, payments } = await upload(file)
    expect(found).toEqual(counts({ rejected: 2, changed: 2 }))
    expect(payments).toMatchObject([{ waits: true }, { waits: false, returnedBy: null }])
    expect(await available(ada)).toBe(9_850_00n)
    await changesNothing(file, { rejected: 2 })
    const proposal = payments[0].returnedBy
    const teller = await bank.person({ role: 'Teller' })
    expect((await teller.call('POST', '/deposit/decline', { body: { transactionId: proposal } })).statusCode).toBe(200)
    // Declined by a person: the file does not propose it again. Staff can.
    await changesNothing(file, { rejected: 2 })
    expect(
      (await admin.call('POST', '/admin/return', { body: { transactionId: large, reason: 'x' } })).statusCode,
    ).toBe(201)
  })

  test('does not reject what a statement shows as paid', async () => {
    const run = await runOf([8])
    await importEntries(bank, admin, account, [{ amountCents: -8_00n, endToEndId: run.references[0] as string }])
    await changesNothing(report(run, ['RJCT AC04']), { unknown: 1, reasons: ['payment_booked'] })
  })

  test('of the return of a credit that nobody could assign marks it, and credits no one', async () => {
    const { ids } = await importEntries(bank, admin, account, [{ amountCents: 9_00n, counterpartyNumber: '123' }])
    const path = `/admin/bank-statements/lines/${ids[0]}/return`
    expect((await admin.call('POST', path, { body: { reason: 'Nobody’s money' } })).statusCode).toBe(200)
    const run = await makeRun(bank, admin)
    expect((await upload(report(run, ['RJCT AC01']))).counts).toEqual(counts({ rejected: 1, changed: 1 }))
    expect(await statusesOf(run.id)).toEqual(['rejected AC01'])
  })
})

describe('attacks: a status file', () => {
  test('of another bank, run, account, amount or currency, or of a run that is not sent, changes nothing', async () => {
    const [run, open] = [await runOf([10]), await runOf([11], false)]
    const [reference = '', openReference = ''] = [run.references[0], open.references[0]]
    const rejected = (of: object) =>
      pain002({ messageId: run.messageId, lines: [{ reference, status: 'RJCT', ...of }] })
    const [reference2] = ['M7QX2-9KDTF']
    const cases: [string, string, string][] = [
      ['another institution', rejected({}).replaceAll(run.messageId, 'MSG-2026-0001'), 'no_such_run'],
      ['a guessed run', rejected({}).replaceAll(run.messageId, `RUN-${run.number}-000000000000`), 'no_such_run'],
      ['two runs', rejected({}).replace(run.messageId, open.messageId), 'ambiguous'],
      ['a reference of nobody', rejected({ reference: reference2 }), 'no_such_payment'],
      ['a payment of another run', rejected({ reference: openReference }), 'no_such_payment'],
      ['no reference', rejected({ reference: 'NOTPROVIDED' }), 'no_such_payment'],
      ['another amount', rejected({ amount: '10.01' }), 'amount_differs'],
      ['another currency', rejected({ amount: '10', currency: 'EUR' }), 'currency_differs'],
      ['an open run', report(open, ['RJCT']), 'run_open'],
      [
        'an open run, all of it',
        pain002({ messageId: open.messageId, groupStatus: 'RJCT', informationId: null }),
        'run_open',
      ],
      ['an open run, notified', camt054(run.account, [{ amount: '11', reference: openReference }]), 'run_open'],
      ['without a message, without an amount', rejected({}).replaceAll(run.messageId, 'NOTPROVIDED'), 'no_such_run'],
      ['another account', camt054('99', [{ amount: '10', reference }]), 'other_account'],
      ['no account', camt054('99', [{ amount: '10', reference }]).replace(/<Acct>.*<\/Acct>/, ''), 'other_account'],
      [
        'a fee taken off',
        camt054(run.account, [{ amount: '9.50', side: 'CRDT', reference, returnReason: 'AC04' }]),
        'amount_differs',
      ],
      ['an unknown debit', camt054(run.account, [{ amount: '10' }]), 'no_such_payment'],
    ]
    for (const [name, file, reason] of cases)
      await changesNothing(file, { unknown: 1, reasons: [reason] }).catch((error) => {
        throw new Error(`${name}: ${error.message}`)
      })
    // A bank that drops the message ids still names payment and amount.
    const bare = rejected({ amount: '10.00' }).replaceAll(run.messageId, 'NOTPROVIDED')
    expect((await upload(bare)).counts).toEqual(counts({ rejected: 1, changed: 1 }))

    await admin.call('POST', `/admin/payment-runs/${open.id}/cancel`)
    for (const file of [report(open, ['RJCT']), camt054(run.account, [{ amount: '11', reference: openReference }])])
      await changesNothing(file, { unknown: 1, reasons: ['run_cancelled'] })
    // The next run has the same reference and another message.
    const next = await makeRun(bank, admin)
    await changesNothing(report({ ...open, references: next.references }, ['RJCT']), { reasons: ['run_cancelled'] })
    expect((await upload(report(next, ['ACSC']))).counts).toEqual(counts({ booked: 1, changed: 1 }))
  })

  test('by twenty clients at once, with contradicting ones, credits each payment once', async () => {
    const run = await runOf([10, 20])
    const others = await Promise.all(Array.from({ length: 3 }, () => bank.person({ role: 'Admin' })))
    const [no, yes] = [report(run, ['RJCT AC04', 'RJCT']), report(run, ['ACSC', 'ACSC'])]
    const uploads = Array.from({ length: 20 }, (_, at) => uploadStatus(others[at % 3] as Person, at % 4 ? no : yes))
    expect(tally(await Promise.all(uploads))).toEqual({ '200': 20 })
    for (const [at, person] of run.people.entries()) {
      const returns = await bank.sql`select 1 from transactions where reverses_id = ${run.wires[at] as string}`
      expect(returns.length).toBeLessThanOrEqual(1)
      expect(await available(person)).toBe(10_000_00n - (returns.length ? 0n : BigInt(at + 1) * 10_00n))
    }
  })

  test('credits no administrator by their own hand, no closed account, and is not read by others', async () => {
    const mallory = await bank.person({ role: 'Admin', balanceCents: 100_00n })
    await sendWire(bank, mallory, { amount: 5 })
    const ada = await bank.person({ balanceCents: 6_00n })
    await sendWire(bank, ada, { amount: 6 })
    const run = await makeRun(bank, admin)
    const file = report(run, ['RJCT AC04', null])
    await changesNothing(file, { unknown: 1, reasons: ['own_account'] }, mallory)
    await admin.call('PATCH', '/admin/user', {
      body: { userId: ada.id, updates: { status: 'Closed' }, reason: 'Asked' },
    })
    await changesNothing(report(run, [null, 'RJCT']), { unknown: 1, reasons: ['account_closed'] })
    expect((await upload(file)).counts).toEqual(counts({ rejected: 1, changed: 1 }))
    for (const role of ['User', 'Support', 'Teller', 'Auditor'] as const)
      expect(refusalOf(await uploadStatus(await bank.person({ role }), file))).toMatchObject({ status: 403 })
  })

  test('that is hostile, or no file at all, is refused and changes nothing', async () => {
    const before = await databaseFingerprint(bank)
    const send = (form: object) => admin.call('POST', '/admin/payment-runs/status', form)
    const bomb = `<?xml version="1.0"?><Document a="${'x" b="'.repeat(5)}" ${Array.from({ length: 190_000 }, (_, at) => `a${at}=""`).join(' ')}/>`
    for (const file of ['', 'x', '<a/>', bomb, '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'])
      expect(refusalOf(await send(statementForm(file)))).toMatchObject({ status: 400, code: 'statement_unreadable' })
    expect(refusalOf(await send({}))).toMatchObject({ status: 400, code: 'no_file' })
    const fields = { account }
    expect(refusalOf(await send(statementForm(report({ messageId: 'X', references: [] }, []), fields)))).toMatchObject({
      status: 400,
    })
    expect({ ...(await databaseFingerprint(bank)), sessions: '' }).toEqual({ ...before, sessions: '' })
  })
})

test('a server that dies after a credit leaves a file that can be imported again', async () => {
  const run = await runOf([10])
  const [wire = ''] = run.wires
  // The credit of the rejection is booked, its status is not.
  expect((await admin.call('POST', '/admin/return', { body: { transactionId: wire, reason: 'x' } })).statusCode).toBe(
    201,
  )
  expect((await upload(report(run, ['RJCT AC04']))).counts).toEqual(counts({ rejected: 1, changed: 1 }))
  expect(await available(run.people[0] as Person)).toBe(10_000_00n)
})
