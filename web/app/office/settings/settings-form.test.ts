import { expect, test } from 'vitest'
import type { Settings } from '#contract/settings.ts'
import { bodyFor, draftOf, problemOf, sectionOf } from './settings-form.ts'

const stored: Settings = {
  bankingInfo: { accountNumber: '1', accountName: 'Fable', bankName: 'Trust', routing: '', address: '' },
  cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1', rate: 1.65e-7 }],
  cashApp: { tag: '$fable', name: 'Fable' },
  whatsApp: '+1',
  mail: { name: 'bank@fable.example', passwordSet: true },
  cannedReplies: [{ name: 'Greeting', text: 'Hello {{firstName}}' }],
}
const unset: Settings = {
  bankingInfo: { accountNumber: '', accountName: '', bankName: '', routing: '', address: '' },
  cryptoInfo: [],
  cashApp: { tag: '', name: '' },
  whatsApp: '',
  mail: { name: '', passwordSet: false },
}

test('a rate is shown and sent digit by digit', () => {
  expect(draftOf(stored).cryptoInfo[0]?.rate).toBe('0.000000165')
  const exact = { ...stored, cryptoInfo: [{ ...stored.cryptoInfo[0], rate: '0.123456789012345678' }] } as Settings
  expect(draftOf(exact).cryptoInfo[0]?.rate).toBe('0.123456789012345678')
})

test('one section is sent as typed, the others as they are stored', () => {
  const draft = draftOf(stored)
  draft.bankingInfo = { ...draft.bankingInfo, bankName: 'New Trust' }
  draft.channels = { tag: '', name: '', whatsApp: 'half-typed' }
  draft.mail = { name: 'half', password: 'typed' }
  const body = bodyFor('bankingInfo', draft, stored)
  expect(body.bankingInfo.bankName).toBe('New Trust')
  expect(body).toMatchObject({ cashApp: stored.cashApp, whatsApp: '+1' })
  expect(body).not.toHaveProperty('mail')
  expect(bodyFor('mail', draft, stored).mail).toEqual({ name: 'half', password: 'typed' })
  expect(body).not.toHaveProperty('cannedReplies')
  expect(bodyFor('cannedReplies', draft, stored).cannedReplies).toEqual(stored.cannedReplies)
})

test('in a new bank what is typed elsewhere stands in for what is not stored yet', () => {
  const draft = draftOf(stored)
  expect(bodyFor('bankingInfo', draft, unset).cryptoInfo).toEqual(draft.cryptoInfo)
  expect(bodyFor('cryptoInfo', draft, unset).bankingInfo).toEqual(draft.bankingInfo)
})

test('required, in the words of the specification', () => {
  const { bankingInfo, cryptoInfo, mail } = draftOf(stored)
  const [entry] = cryptoInfo
  expect(problemOf.bankingInfo(bankingInfo, stored)).toBe(undefined)
  expect(problemOf.bankingInfo({ ...bankingInfo, bankName: ' ' }, stored)).toBe('All fields are required.')
  expect(problemOf.cryptoInfo(cryptoInfo, stored)).toBe(undefined)
  for (const wrong of [[], [{ ...entry, rate: '0.000' }], [{ ...entry, rate: '' }], [{ ...entry, name: '' }]])
    expect(problemOf.cryptoInfo(wrong as typeof cryptoInfo, stored)).toBe('All fields in cryptoInfo are required.')
  expect(problemOf.mail(mail, stored)).toBe(undefined)
  expect(problemOf.mail(mail, unset)).toBe('All fields are required.')
  expect(problemOf.mail({ name: '', password: 'x' }, stored)).toBe('All fields are required.')
  expect(problemOf.cannedReplies([], stored)).toBe(undefined)
  for (const wrong of [
    { name: ' ', text: 'x' },
    { name: 'x', text: '\n' },
  ])
    expect(problemOf.cannedReplies([wrong], stored)).toBe('All fields are required.')
})

test('whose error it is', () => {
  expect(sectionOf('cryptoInfo.0.rate')).toBe('cryptoInfo')
  expect(sectionOf('whatsApp')).toBe('channels')
  expect(sectionOf('cannedReplies.Greeting')).toBe('cannedReplies')
  expect(sectionOf('nothing')).toBe(undefined)
})
