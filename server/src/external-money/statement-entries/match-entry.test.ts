import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paymentReferenceOf } from '#contract/payments/payment-reference.ts'
import { type MatchCandidate, matchEntry } from './match-entry.ts'

const ADA = paymentReferenceOf('1234567897')
const BOB = paymentReferenceOf('9876543217')

const deposit = (fields: Partial<MatchCandidate> = {}): MatchCandidate => ({
  transactionId: 'd1',
  userId: 'ada',
  returnOf: null,
  direction: 'incoming',
  amountCents: 5_000n,
  reference: 'BYARD-JKWNF',
  paymentReference: ADA,
  name: 'Ada Lovelace',
  on: '2026-01-14',
  isCredited: false,
  remark: null,
  ...fields,
})
const transfer = (fields: Partial<MatchCandidate> = {}) =>
  deposit({ transactionId: 't1', direction: 'outgoing', paymentReference: null, name: 'Grace Hopper', ...fields })

const entry = (fields: Partial<Parameters<typeof matchEntry>[0]> = {}) => ({
  amountCents: 5_000n,
  endToEndId: null,
  counterpartyName: null,
  text: '',
  bookedOn: '2026-01-15',
  ...fields,
})

const idsOf = (matches: { target: object }[]) => matches.map(({ target }) => Object.values(target)[0])

describe('matching an incoming entry', () => {
  test('payment reference and amount identify the deposit', () => {
    const { matched } = matchEntry(
      entry({ text: `deposit ${ADA.toLowerCase()}`, counterpartyName: 'A LOVELACE' }),
      [deposit()],
      [],
    )
    expect(matched).toMatchObject({
      target: { transactionId: 'd1' },
      reasons: ['reference_ok', 'amount_ok', expect.any(String)],
    })
  })

  test('a reference with a typo identifies no person', () => {
    const typo = `${ADA.slice(0, -1)}${ADA.endsWith('0') ? '1' : '0'}`
    expect(matchEntry(entry({ text: typo }), [deposit({ amountCents: 1n })], [])).toEqual({
      matched: null,
      suggestions: [],
    })
  })

  test('amount and name only suggest', () => {
    const result = matchEntry(entry({ counterpartyName: 'LOVELACE ADA' }), [deposit()], [])
    expect(result.matched).toBeNull()
    expect(result.suggestions).toMatchObject([{ score: 50, reasons: ['amount_ok', 'name_ok'] }])
  })

  test('a different amount with the right reference is suggested, beside the person for a deposit of their own', () => {
    const person = { userId: 'ada', paymentReference: ADA, name: 'Ada Lovelace' }
    const result = matchEntry(
      entry({ text: ADA, amountCents: 4_999n, counterpartyName: 'Ada Lovelace' }),
      [deposit()],
      [person],
    )
    expect(result.matched).toBeNull()
    expect(result.suggestions).toMatchObject([
      { target: { userId: 'ada' }, reasons: ['reference_ok', 'name_ok', 'other_deposit'] },
      { reasons: ['reference_ok', 'amount_differs', 'name_ok'] },
    ])
    expect(matchEntry(entry({ text: ADA, amountCents: 4_999n }), [], [person]).matched).toMatchObject({
      target: { userId: 'ada' },
    })
  })

  test('two deposits of the same person and amount are suggested, in a fixed order', () => {
    const result = matchEntry(entry({ text: ADA }), [deposit({ transactionId: 'd2' }), deposit()], [])
    expect(result.matched).toBeNull()
    expect(idsOf(result.suggestions)).toEqual(['d1', 'd2'])
  })

  test('the references of two people identify neither; another person’s speaks against', () => {
    expect(matchEntry(entry({ text: `${ADA} ${BOB}` }), [deposit()], []).matched).toBeNull()
    expect(matchEntry(entry({ text: BOB, counterpartyName: 'Ada Lovelace' }), [deposit()], []).suggestions).toEqual([])
  })
})

describe('matching an outgoing entry', () => {
  test('a reversed transfer, and a payment that a credit brings back, are only suggested', () => {
    const reversed = matchEntry(
      entry({ amountCents: -5_000n, endToEndId: 'BYARD-JKWNF' }),
      [transfer({ remark: 'reversed' })],
      [],
    )
    const back = transfer({ direction: 'incoming', remark: 'returned_payment' })
    expect([reversed, matchEntry(entry({ endToEndId: 'BYARD-JKWNF' }), [back], [])]).toMatchObject([
      { matched: null, suggestions: [{ reasons: expect.arrayContaining(['reversed']) }] },
      { matched: null, suggestions: [{ score: 80, reasons: expect.arrayContaining(['returned_payment']) }] },
    ])
  })

  test('a payment that comes back is matched with no person whom its message names', () => {
    const back = transfer({ direction: 'incoming', remark: 'returned_payment' })
    const people = [{ userId: 'ada', paymentReference: ADA, name: 'Ada Lovelace' }]
    for (const written of [{ endToEndId: 'BYARD-JKWNF', text: ADA }, { text: `Return BYARD-JKWNF ${ADA}` }])
      expect(matchEntry(entry(written), [back, deposit()], people)).toMatchObject({
        matched: null,
        suggestions: [{ target: { transactionId: 't1' }, reasons: expect.arrayContaining(['returned_payment']) }],
      })
  })

  test.each([
    ['by EndToEndId', entry({ amountCents: -5_000n, endToEndId: 'BYARDJKWNF' }), 't1'],
    ['by the text', entry({ amountCents: -5_000n, text: 'EREF: byard-jkwnf' }), 't1'],
    ['never with another amount', entry({ amountCents: -4_999n, endToEndId: 'BYARD-JKWNF' }), undefined],
    ['never without reference', entry({ amountCents: -5_000n, counterpartyName: 'Grace Hopper' }), undefined],
    ['never an incoming one', entry({ endToEndId: 'BYARD-JKWNF' }), undefined],
  ])('%s', (_, written, expected) => {
    const { matched } = matchEntry(written, [transfer()], [])
    expect(matched ? idsOf([matched])[0] : undefined).toBe(expected)
  })
})

test('what credits a person is never certain beside another deposit that it may be', () => {
  const other = fc.record({
    amountCents: fc.constantFrom(4_999n, 5_000n, 5_001n, 90_000n),
    status: fc.constantFrom('Pending', 'Completed', 'Declined'),
    on: fc.constantFrom('2025-12-20', '2026-01-14'),
  })
  const people = [{ userId: 'ada', paymentReference: ADA, name: 'Ada Lovelace' }]
  fc.assert(
    fc.property(fc.array(other, { maxLength: 4 }), (others) => {
      const deposits = others.map(({ status, ...fields }, place) =>
        deposit({
          ...fields,
          transactionId: `d${place}`,
          isCredited: status === 'Completed',
          remark: status === 'Declined' ? 'declined' : null,
        }),
      )
      const { matched } = matchEntry(entry({ text: ADA }), deposits, people)
      const target = deposits.find(({ transactionId }) => idsOf(matched ? [matched] : [])[0] === transactionId)
      if (matched && !target) expect(deposits).toEqual([])
      if (target && !target.isCredited) expect(deposits.filter(({ isCredited }) => isCredited)).toEqual([])
      if (target) expect(target).toMatchObject({ amountCents: 5_000n, remark: null })
    }),
  )
})
