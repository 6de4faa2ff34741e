import encodeQR from 'qr'
import { expect, test } from 'vitest'
import { epcPayload } from './epc-qr.ts'
import { isPaymentReference, paymentReferenceOf } from './payment-reference.ts'

const transfer = {
  name: 'Fable Bank Deposits',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  routing: '',
  amountCents: 125_05n,
  reference: paymentReferenceOf('7520013847'),
}
const linesOf = (changed: Partial<typeof transfer> | { amountCents: null }) =>
  epcPayload({ ...transfer, ...changed })?.split('\n') ?? null

test('has the elements of EPC069-12 in their order, ending with the creditor reference', () => {
  const lines = linesOf({})
  expect(lines).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Fable Bank Deposits',
    'DE89370400440532013000',
    'EUR125.05',
    '',
    transfer.reference,
  ])
  expect(isPaymentReference(lines?.[9] ?? '')).toBe(true)
  expect(epcPayload({ ...transfer, reference: 'RF18 5390 0754 7034' })).toMatch(/\nRF18539007547034$/)
})

test('has amounts with a point and two decimals, from a cent to 999,999,999.99', () => {
  expect(linesOf({ amountCents: 1n })?.[7]).toBe('EUR0.01')
  expect(linesOf({ amountCents: 12_30n })?.[7]).toBe('EUR12.30')
  expect(linesOf({ amountCents: 999_999_999_99n })?.[7]).toBe('EUR999999999.99')
  for (const amountCents of [null, 0n, -5n, 1_000_000_000_00n]) expect(linesOf({ amountCents })?.[7]).toBe('')
})

test('needs an IBAN of the SEPA area, and outside the EEA its BIC', () => {
  expect(linesOf({ accountNumber: 'de89-3704.0044 0532–0130 00' })?.[6]).toBe('DE89370400440532013000')
  expect(linesOf({ routing: 'cobadeff xxx' })?.[4]).toBe('COBADEFFXXX')
  expect(linesOf({ routing: '021000021' })?.[4]).toBe('')
  const swiss = { accountNumber: 'CH93 0076 2011 6238 5295 7' }
  expect(linesOf(swiss)).toBeNull()
  expect(linesOf({ ...swiss, routing: 'POFICHBEXXX' })?.[4]).toBe('POFICHBEXXX')
  for (const accountNumber of ['4410077123', 'DE88370400440532013000', 'BR1500000000000010932840814P2', ''])
    expect(linesOf({ accountNumber, routing: 'POFICHBEXXX' })).toBeNull()
})

test('a name is one line of at most 70 characters, and no code is larger than version 13', () => {
  expect(linesOf({ name: 'A\nBCD\r\nC' })?.[5]).toBe('A BCD C')
  expect(linesOf({ name: 'é'.repeat(100) })?.[5]).toBe('é'.repeat(70))
  expect(linesOf({ name: '𝒜'.repeat(40) })?.[5]).toBe('𝒜'.repeat(40))
  expect(linesOf({ name: ' \n ' })).toBeNull()
  // 70 characters of four bytes are more than a code may hold.
  expect(linesOf({ name: '𝒜'.repeat(100) })).toBeNull()
  const largest = { name: 'Ä'.repeat(70), routing: 'COBADEFFXXX', amountCents: 999_999_999_99n }
  const size = encodeQR(epcPayload({ ...transfer, ...largest }) ?? '', 'raw', { ecc: 'medium', border: 1 }).length - 2
  expect(size).toBeLessThanOrEqual(69)
})
