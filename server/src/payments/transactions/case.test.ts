import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
})

async function caseOf(id: string): Promise<TransactionCase> {
  const response = await admin.call('GET', `/admin/transactions/${id}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

async function deposits(person: Person, amount: number, file?: string): Promise<string> {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person, file) }
  const response = await person.call('POST', '/deposit', { body })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}

async function transfers(person: Person, form: Record<string, unknown>): Promise<string> {
  const response = await person.call('POST', '/transfer', { body: transferForm(form) })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}

const decide = (how: 'approve' | 'decline', transactionId: string, reason?: string) =>
  admin.call('POST', `/deposit/${how}`, { body: { transactionId, ...(reason ? { reason } : {}) } })

describe('the details of a transaction', () => {
  test('returns a deposit with the balance before and after either decision', async () => {
    const ada = await bank.person({ fullName: 'Ada Lovelace', balanceCents: 100_10n })
    const found = await caseOf(await deposits(ada, 50.2))
    expect(found).toMatchObject({
      transaction: { amount: 50.2, status: 'Pending', receipt: expect.stringMatching(/^\/api\/images\//) },
      user: { _id: ada.id, fullName: 'Ada Lovelace', balance: 100.1, held: 0 },
      balanceIfApproved: 150.3,
      balanceIfDeclined: 100.1,
      receiverName: null,
      sameReceipt: [],
    })
  })

  test('a transfer is held already: declining releases it, approving changes nothing', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const found = await caseOf(await transfers(ada, { amount: 30 }))
    expect(found).toMatchObject({ user: { balance: 70, held: 30 }, balanceIfApproved: 70, balanceIfDeclined: 100 })
  })

  test('a decided transaction does not change the balance', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const id = await transfers(ada, { amount: 30 })
    await decide('approve', id)
    expect(await caseOf(id)).toMatchObject({ balanceIfApproved: 70, balanceIfDeclined: 70 })
  })

  test('names the receiving customer of an internal transfer, whatever name was entered', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person({ fullName: 'Ben Real' })]
    const form = { amount: 1, accountName: 'Somebody Else', accountNumber: await ben.accountNumber() }
    expect(await caseOf(await transfers(ada, form))).toMatchObject({ receiverName: 'Ben Real' })
  })

  test('returns at most five earlier decisions on that person, with administrator and reason', async () => {
    const [ada, ben] = [await bank.person(), await bank.person()]
    await decide('approve', await deposits(ben, 99))
    for (let amount = 1; amount <= 6; amount++) await decide('approve', await deposits(ada, amount))
    await decide('decline', await deposits(ada, 7), 'Unreadable')
    await deposits(ada, 8)
    const { earlier } = await caseOf(await deposits(ada, 9))
    expect(earlier.map(({ amount }) => amount)).toEqual([7, 6, 5, 4, 3])
    expect(earlier[0]).toMatchObject({
      status: 'Declined',
      reason: 'Unreadable',
      decidedBy: { _id: admin.id, fullName: 'Grace Admin' },
    })
    const { earlier: others } = await caseOf(earlier[0]?._id ?? '')
    expect(others.map(({ amount }) => amount)).toEqual([6, 5, 4, 3, 2])
    // Decisions that were made later are no evidence: they may have followed from this one.
    const { earlier: before } = await caseOf(others[2]?._id ?? '')
    expect(before.map(({ amount }) => amount)).toEqual([3, 2, 1])
  })

  test('shows other deposits with the same receipt file and their customer', async () => {
    const [ada, ben] = [await bank.person(), await bank.person({ fullName: 'Ben Twice' })]
    const first = await deposits(ben, 20, 'the same picture')
    await deposits(ben, 21, 'another picture')
    const { transaction, sameReceipt } = await caseOf(await deposits(ada, 30, 'the same picture'))
    expect(transaction.duplicateReceipt).toBe(true)
    expect(sameReceipt).toMatchObject([{ _id: first, amount: 20, user: { fullName: 'Ben Twice' } }])
  })
})

test('rejects an unknown transaction, an invalid id and customers', async () => {
  expect(refusalOf(await admin.call('GET', `/admin/transactions/${newId()}`))).toMatchObject({ status: 404 })
  expect(refusalOf(await admin.call('GET', '/admin/transactions/x'))).toMatchObject({ status: 400, code: 'invalid' })
  const ada = await bank.person()
  const id = await deposits(ada, 1)
  expect(refusalOf(await ada.call('GET', `/admin/transactions/${id}`))).toMatchObject({ status: 403 })
})

test('a conflicting second decision gets the first one and its administrator', async () => {
  const [ada, linus] = [await bank.person(), await bank.person({ role: 'Admin' })]
  const id = await deposits(ada, 12)
  await decide('decline', id, 'Unreadable')
  const response = await linus.call('POST', '/deposit/approve', { body: { transactionId: id } })
  expect(refusalOf(response)).toEqual({
    status: 409,
    code: 'already_decided',
    message: 'This transaction has already been decided.',
    current: {
      status: 'Declined',
      reason: 'Unreadable',
      decidedBy: { _id: admin.id, fullName: 'Grace Admin' },
      decidedAt: expect.stringMatching(/^\d{4}-/),
    },
  })
  expect(await ada.postings()).toEqual([])
})
