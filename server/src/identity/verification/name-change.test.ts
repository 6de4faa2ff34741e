import { execFileSync, spawnSync } from 'node:child_process'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf, tally } from '../../../test/money.ts'
import { uploadFile } from '../../../test/verification.ts'
import { sendWire } from '../../../test/wires.ts'
import { FRESH_MS } from '../../access/freshness.ts'

/*
 * Security finding 3: an Active customer renamed themself 'Internal Revenue Service'; the check of a payee said match, and the bank
 * signed a confirmation in that name. A stale token could do it.
 */

const IRS = 'Internal Revenue Service'
const bank = useBank()
let teller: Person
let admin: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
  admin = await bank.person({ role: 'Admin', fullName: 'Iris Admin' })
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const customer = () => bank.person({ fullName: 'Nia Noble', balanceCents: 500_00n })
const update = (person: Person, body: object) => person.call('PUT', '/users/update', { body })
const userOf = async (person: Person) => (await person.call('GET', '/users')).json().user
const decide = (by: Person, person: Person, decision: 'approve' | 'reject', more: object = {}) =>
  by.call('POST', '/admin/verifications/decide', {
    body: { userId: person.id, decision, reason: decision === 'reject' ? 'No document.' : '', ...more },
  })
const queueOf = async (person: Person, state = 'submitted') =>
  (await teller.call('GET', '/admin/verifications', { query: { state, limit: '100' } }))
    .json()
    .filter(({ user }: { user: { _id: string } }) => user._id === person.id)
const checkOf = async (person: Person, accountName: string) =>
  (
    await (
      await bank.person()
    ).call('POST', '/payees/check', {
      body: { accountNumber: await person.accountNumber(), accountName },
    })
  ).json().result
const mailsTo = async (person: Person) =>
  (
    await bank.owner<{ kind: string }[]>`
      select kind from outbox where person_id = ${person.id} and kind like 'name.%' and mail_at is not null order by number`
  ).map(({ kind }) => kind)
const auditOf = (person: Person) => bank.owner<{ action: string; actor_id: string; before: object; after: object }[]>`
  select action, actor_id, before, after from audit where subject_id = ${person.id} and action ~ 'name|updated' order by number`

const hasPdftotext = !spawnSync('pdftotext', ['-v']).error
const textOf = (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' })

describe('a verified customer who renames themself', () => {
  test('with a fresh session keeps the name, in documents, checks and payment files; other fields are saved, a request is open', async () => {
    const nia = await customer()
    const response = await update(nia, { fullName: IRS, dob: '1980-02-03', mobile: '+1 555 010 0199' })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({
        fullName: 'Nia Noble',
        dob: '',
        mobile: '+1 555 010 0199',
        nameChange: { fullName: IRS, dob: '1980-02-03', status: 'Pending' },
      }),
    ])
    expect(await userOf(nia)).toEqual(response.json())
    expect([await checkOf(nia, IRS), await checkOf(nia, 'Nia Noble')]).toEqual(['no_match', 'match'])
    for (const path of ['/users/confirmation', `/statements/${bank.now().toISOString().slice(0, 7)}?format=pdf`]) {
      const pdf = await nia.call('GET', path)
      expect(pdf.statusCode, path).toBe(200)
      if (hasPdftotext) expect(textOf(pdf.rawPayload)).toContain('Nia Noble')
      if (hasPdftotext) expect(textOf(pdf.rawPayload)).not.toContain(IRS)
    }
    await sendWire(bank, nia, { amount: 5 })
    const { _id: runId } = (await admin.call('POST', '/admin/payment-runs')).json()
    const file = await admin.call('GET', `/admin/payment-runs/${runId}/file`, { query: { format: 'pain001' } })
    expect([file.statusCode, file.body.includes('Nia Noble'), file.body.includes(IRS)]).toEqual([200, true, false])
    expect(await mailsTo(nia)).toEqual(['name.change_requested'])
  })

  test('with a stale token is asked to confirm, and nothing is changed', async () => {
    const nia = await customer()
    bank.clock.offsetMs = FRESH_MS
    await userOf(nia)
    const before = await databaseFingerprint(bank)
    for (const body of [{ fullName: IRS }, { dob: '1980-02-03' }, { fullName: IRS, mobile: '+1 555 010 0199' }])
      expect(refusalOf(await update(nia, body))).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect(await databaseFingerprint(bank)).toEqual(before)
    // The same name opens no request.
    expect((await update(nia, { fullName: 'Nia Noble', dob: '', mobile: '1' })).json()).toMatchObject({
      mobile: '1',
      nameChange: null,
    })
  })

  test('while Frozen too; a Pending one changes both as before', async () => {
    const frozen = await bank.person({ status: 'Frozen', fullName: 'Nia Noble' })
    expect((await update(frozen, { fullName: IRS })).json()).toMatchObject({ fullName: 'Nia Noble', nameChange: {} })
    const pending = await bank.person({ status: 'Pending', fullName: 'Nia Noble' })
    bank.clock.offsetMs = FRESH_MS
    const changed = (await update(pending, { fullName: IRS, dob: '1980-02-03' })).json()
    expect(changed).toMatchObject({ fullName: IRS, dob: '1980-02-03', nameChange: null })
    // A name that no one has verified confirms nothing.
    expect(await checkOf(pending, IRS)).toBe('no_match')
  })

  test('again: the new request replaces the open one; the same one, or the verified name, leaves it', async () => {
    const nia = await customer()
    await update(nia, { fullName: 'Nia Nobel' })
    const [{ _id: first }] = await queueOf(nia)
    await update(nia, { fullName: 'Nia Nobel' })
    await update(nia, { fullName: 'Nia Noble', mobile: '1' })
    expect((await queueOf(nia)).map(({ _id }: { _id: string }) => _id)).toEqual([first])
    await update(nia, { fullName: 'Nia Nash', dob: '1980-02-03' })
    expect(await queueOf(nia)).toMatchObject([{ nameChange: { fullName: 'Nia Nash', dob: '1980-02-03' } }])
    expect(refusalOf(await decide(teller, nia, 'approve', { submissionId: first }))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    })
    expect((await userOf(nia)).fullName).toBe('Nia Noble')
  })

  test('badly gets 400, and no request is open', async () => {
    const nia = await customer()
    for (const body of [
      { fullName: '' },
      { fullName: 'x'.repeat(201) },
      { dob: '2999-01-01' },
      { nameChange: { fullName: IRS } },
    ])
      expect((await update(nia, body)).statusCode).toBe(400)
    expect((await userOf(nia)).nameChange).toBeNull()
  })
})

describe('staff decide in the queue', () => {
  const requested = async () => {
    const nia = await customer()
    await update(nia, { fullName: 'Nia Nash' })
    return nia
  }

  test('with the document that the customer sent; every look is on record', async () => {
    const nia = await requested()
    const documents = [{ kind: 'identity', imageUrl: await uploadFile(nia) }]
    expect(refusalOf(await teller.call('POST', '/verification', { body: { documents } })).status).not.toBe(201)
    const sent = await nia.call('POST', '/verification', { body: { documents } })
    expect([sent.statusCode, sent.json().nameChange]).toEqual([
      201,
      { fullName: 'Nia Nash', dob: '', state: 'submitted', reason: '', documents: [expect.any(Object)] },
    ])
    const more = [{ kind: 'identity', imageUrl: await uploadFile(nia) }]
    expect(refusalOf(await nia.call('POST', '/verification', { body: { documents: more } }))).toMatchObject({
      code: 'verification_submitted',
    })
    const [waiting] = await queueOf(nia)
    expect(waiting).toMatchObject({
      kind: 'name_change',
      state: 'submitted',
      user: { fullName: 'Nia Noble' },
      nameChange: { fullName: 'Nia Nash', dob: '' },
      documents: [{ kind: 'identity' }],
    })
    expect((await teller.call('GET', waiting.documents[0].imageUrl.replace('/api', ''))).statusCode).toBe(200)
    const looks = await bank.owner`
      select 1 from audit where subject_id = ${nia.id} and action = 'verification.document_viewed'`
    expect(looks).toHaveLength(1)
  })

  test('approved: name and date of birth change once, the customer is told, and it is in the audit log', async () => {
    const nia = await requested()
    const [{ _id: submissionId }] = await queueOf(nia)
    const expected = { fullName: 'Nia Noble', dob: '' }
    const approved = await decide(teller, nia, 'approve', { submissionId, expected })
    expect([approved.statusCode, approved.json()]).toEqual([
      200,
      expect.objectContaining({
        kind: 'name_change',
        state: 'approved',
        decidedBy: { _id: teller.id, fullName: 'Tom Teller' },
      }),
    ])
    expect(await userOf(nia)).toMatchObject({ fullName: 'Nia Nash', dob: '', status: 'Active', nameChange: null })
    expect([await checkOf(nia, 'Nia Nash'), await checkOf(nia, 'Nia Noble')]).toEqual(['match', 'no_match'])
    expect(await mailsTo(nia)).toEqual(['name.change_requested', 'name.changed'])
    expect(await auditOf(nia)).toEqual([
      {
        action: 'name_change.approved',
        actor_id: teller.id,
        before: { fullName: 'Nia Noble' },
        after: { fullName: 'Nia Nash' },
      },
    ])
    expect(refusalOf(await decide(admin, nia, 'reject'))).toMatchObject({ code: 'verification_decided' })
    expect(await queueOf(nia)).toEqual([])
    expect(await queueOf(nia, 'approved')).toHaveLength(1)
  })

  test('approved by the person alone, as documents are, where no request was replaced since the last decision', async () => {
    const nia = await requested()
    await update(nia, { fullName: 'Nia Nagy' })
    expect((await decide(teller, nia, 'reject')).statusCode).toBe(200)
    await update(nia, { fullName: 'Nia Noor' })
    expect((await decide(teller, nia, 'approve')).statusCode).toBe(200)
    expect(await userOf(nia)).toMatchObject({ fullName: 'Nia Noor', nameChange: null })
  })

  test('attack: a name that replaced the one that staff saw is not approved, unless the submission or what it asks for is named', async () => {
    const nia = await customer()
    await update(nia, { fullName: 'Nia Nash', dob: '1980-02-03' })
    // The customer asks for another name between the page and the decision.
    await update(nia, { fullName: IRS, dob: '1980-02-03' })
    const before = await databaseFingerprint(bank)
    const unnamed = { status: 400, code: 'invalid' }
    expect(refusalOf(await decide(teller, nia, 'approve'))).toMatchObject(unnamed)
    for (const expected of [
      {},
      { fullName: 'Nia Noble', dob: '' },
      { fullName: 'Nia Nash', dob: '1980-02-03' },
      { fullName: IRS },
      { dob: '1980-02-03' },
    ])
      expect(refusalOf(await decide(teller, nia, 'approve', { expected }))).toMatchObject({
        status: 409,
        code: 'changed_meanwhile',
      })
    expect(await databaseFingerprint(bank)).toEqual(before)
    const seen = { expected: { fullName: IRS, dob: '1980-02-03' } }
    expect((await decide(teller, nia, 'approve', seen)).statusCode).toBe(200)
  })

  test('rejected: the name stays, the customer reads the reason and may ask again', async () => {
    const nia = await requested()
    expect((await decide(teller, nia, 'reject')).json()).toMatchObject({ state: 'rejected', reason: 'No document.' })
    expect(await userOf(nia)).toMatchObject({ fullName: 'Nia Noble', nameChange: null })
    expect((await nia.call('GET', '/verification')).json()).toMatchObject({
      state: 'none',
      nameChange: { fullName: 'Nia Nash', state: 'rejected', reason: 'No document.' },
    })
    expect(await mailsTo(nia)).toEqual(['name.change_requested', 'name.change_rejected'])
    expect(await auditOf(nia)).toMatchObject([
      { action: 'name_change.rejected', after: { fullName: 'Nia Nash', reason: 'No document.' } },
    ])
    await update(nia, { fullName: 'Nia Nash' })
    expect(await queueOf(nia)).toHaveLength(1)
  })

  test('not about themselves, a colleague needs an Admin, approving needs a fresh session', async () => {
    await update(teller, { fullName: IRS })
    expect(refusalOf(await decide(teller, teller, 'approve'))).toMatchObject({ status: 403, code: 'own_account' })
    const other = await bank.person({ role: 'Teller' })
    expect(refusalOf(await decide(other, teller, 'approve'))).toMatchObject({ status: 403, code: 'forbidden' })
    bank.clock.offsetMs = FRESH_MS
    expect(refusalOf(await decide(admin, teller, 'approve'))).toMatchObject({ code: 'confirmation_required' })
    bank.clock.offsetMs = 0
    expect((await decide(admin, teller, 'reject')).statusCode).toBe(200)
    expect((await userOf(teller)).fullName).toBe('Tom Teller')
    for (const role of ['Support', 'Auditor', 'User'] as const)
      expect((await decide(await bank.person({ role }), await requested(), 'approve')).statusCode).toBe(403)
  })

  test('unfreezing approves no request, closing and verifying again end it', async () => {
    const set = (person: Person, status: string) =>
      admin.call('PATCH', '/admin/user', { body: { userId: person.id, updates: { status }, reason: 'Trial' } })
    const nia = await requested()
    await set(nia, 'Frozen')
    await set(nia, 'Active')
    expect(await userOf(nia)).toMatchObject({ fullName: 'Nia Noble', nameChange: { fullName: 'Nia Nash' } })
    await set(nia, 'Pending')
    expect((await userOf(nia)).nameChange).toBeNull()
    const documents = [{ kind: 'identity', imageUrl: await uploadFile(nia) }]
    expect((await nia.call('POST', '/verification', { body: { documents } })).json()).toMatchObject({
      state: 'submitted',
    })
    const bea = await bank.person()
    await update(bea, { fullName: IRS })
    expect((await set(bea, 'Closed')).statusCode).toBe(200)
    expect((await userOf(bea)).nameChange).toBeNull()
    expect(refusalOf(await decide(admin, bea, 'approve'))).toMatchObject({ status: 409 })
  })
})

describe('at once', () => {
  test('two requests: one is open, as a whole', async () => {
    for (let round = 0; round < 4; round++) {
      const nia = await customer()
      const asked = [
        { fullName: 'Nia One', dob: '1980-01-01' },
        { fullName: 'Nia Two', dob: '1980-02-02' },
      ]
      expect(tally(await Promise.all(asked.map((body) => update(nia, body))))).toEqual({ 200: 2 })
      const { nameChange } = await userOf(nia)
      expect(asked).toContainEqual({ fullName: nameChange.fullName, dob: nameChange.dob })
      expect(await queueOf(nia)).toHaveLength(1)
    }
  })

  test('a decision and a new request: only the name that was reviewed can be approved', async () => {
    for (let round = 0; round < 6; round++) {
      const nia = await customer()
      await update(nia, { fullName: 'Nia Nash' })
      const [{ _id: submissionId }] = await queueOf(nia)
      const [approved, replaced] = await Promise.all([
        decide(teller, nia, 'approve', { submissionId }),
        update(nia, { fullName: IRS }),
      ])
      expect(replaced?.statusCode).toBe(200)
      const { fullName, nameChange } = await userOf(nia)
      expect(fullName).toBe(approved?.statusCode === 200 ? 'Nia Nash' : 'Nia Noble')
      expect(nameChange).toMatchObject({ fullName: IRS, status: 'Pending' })
    }
  })

  test('ten decisions: one', async () => {
    const nia = await customer()
    await update(nia, { fullName: 'Nia Nash' })
    const expected = { fullName: 'Nia Nash' }
    const decisions = Array.from({ length: 10 }, (_, at) =>
      at % 3 ? decide(at % 2 ? teller : admin, nia, 'approve', { expected }) : decide(admin, nia, 'reject'),
    )
    expect(tally(await Promise.all(decisions))).toEqual({ 200: 1, '409 verification_decided': 9 })
    expect((await mailsTo(nia)).length).toBe(2)
  })
})

test('a Pending person who renames themself after staff looked is not approved', async () => {
  const nia = await bank.person({ status: 'Pending', fullName: 'Nia New' })
  const documents = [{ kind: 'identity', imageUrl: await uploadFile(nia) }]
  await nia.call('POST', '/verification', { body: { documents } })
  const { user } = (await teller.call('GET', `/admin/verifications/${nia.id}`)).json()
  await update(nia, { fullName: IRS })
  const reviewed = { expected: { fullName: user.fullName, dob: user.dob } }
  expect(refusalOf(await decide(teller, nia, 'approve', reviewed))).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
  })
  expect((await userOf(nia)).status).toBe('Pending')
})

describe('PATCH /admin/user', () => {
  const rename = (by: Person, person: Person, updates: object = { fullName: IRS }) =>
    by.call('PATCH', '/admin/user', { body: { userId: person.id, updates } })

  test('changes no own name, and none with a stale token', async () => {
    for (const own of [teller, admin])
      for (const updates of [{ fullName: IRS }, { dob: '1980-02-03' }])
        expect(refusalOf(await rename(own, own, updates))).toMatchObject({ status: 403, code: 'own_account' })
    const nia = await customer()
    bank.clock.offsetMs = FRESH_MS
    expect(refusalOf(await rename(admin, nia))).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect([(await userOf(nia)).fullName, (await userOf(admin)).fullName]).toEqual(['Nia Noble', 'Iris Admin'])
  })

  test('of a customer’s name tells the customer, and is in the audit log', async () => {
    const nia = await customer()
    expect((await rename(admin, nia, { fullName: 'Nia Nash' })).statusCode).toBe(200)
    expect(await mailsTo(nia)).toEqual(['name.changed'])
    expect(await auditOf(nia)).toMatchObject([{ action: 'person.updated', actor_id: admin.id }])
    expect((await rename(admin, nia, { mobile: '1' })).statusCode).toBe(200)
    expect(await mailsTo(nia)).toEqual(['name.changed'])
  })
})
