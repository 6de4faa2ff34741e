import { expect, test } from 'vitest'
import type { Settings } from '#contract/settings/settings.ts'
import { sectionOfField, toDraft, toRequestBody, validateSection } from './settings-form.ts'

const stored = {
  bankingInfo: { accountNumber: '1', accountName: 'Fable', bankName: 'Trust', routing: '', address: '' },
  cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1', rate: 1.65e-7 }],
  cashApp: { tag: '$fable', name: 'Fable' },
  whatsApp: '+1',
  mail: { name: 'bank@fable.example', passwordSet: true },
  cannedReplies: [{ name: 'Greeting', text: 'Hello {{firstName}}' }],
} as Settings
const unset = {
  bankingInfo: { accountNumber: '', accountName: '', bankName: '', routing: '', address: '' },
  cryptoInfo: [],
  cashApp: { tag: '', name: '' },
  whatsApp: '',
  mail: { name: '', passwordSet: false },
} as unknown as Settings

test('keeps every digit of a rate', () => {
  expect(toDraft(stored).cryptoInfo[0]?.rate).toBe('0.000000165')
  const exact = { ...stored, cryptoInfo: [{ ...stored.cryptoInfo[0], rate: '0.123456789012345678' }] } as Settings
  expect(toDraft(exact).cryptoInfo[0]?.rate).toBe('0.123456789012345678')
})

test('sends one section as typed and the others as stored', () => {
  const draft = toDraft(stored)
  draft.bankingInfo = { ...draft.bankingInfo, bankName: 'New Trust' }
  draft.channels = { tag: '', name: '', whatsApp: 'half-typed' }
  draft.mail = { name: 'half', password: 'typed' }
  const body = toRequestBody('bankingInfo', draft, stored)
  expect(body.bankingInfo.bankName).toBe('New Trust')
  expect(body).toMatchObject({ cashApp: stored.cashApp, whatsApp: '+1' })
  expect(body).not.toHaveProperty('mail')
  expect(toRequestBody('mail', draft, stored).mail).toEqual({ name: 'half', password: 'typed' })
  expect(body).not.toHaveProperty('cannedReplies')
  expect(toRequestBody('cannedReplies', draft, stored).cannedReplies).toEqual(stored.cannedReplies)
})

test('sends the typed values of sections that are not stored yet', () => {
  const draft = toDraft(stored)
  expect(toRequestBody('bankingInfo', draft, unset).cryptoInfo).toEqual(draft.cryptoInfo)
  expect(toRequestBody('cryptoInfo', draft, unset).bankingInfo).toEqual(draft.bankingInfo)
})

test('reports missing required fields with the specification’s texts', () => {
  const { bankingInfo, cryptoInfo, mail } = toDraft(stored)
  const [entry] = cryptoInfo
  expect(validateSection.bankingInfo(bankingInfo, stored)).toBe(undefined)
  expect(validateSection.bankingInfo({ ...bankingInfo, bankName: ' ' }, stored)).toBe('All fields are required.')
  expect(validateSection.cryptoInfo(cryptoInfo, stored)).toBe(undefined)
  for (const wrong of [[], [{ ...entry, rate: '0.000' }], [{ ...entry, rate: '' }], [{ ...entry, name: '' }]])
    expect(validateSection.cryptoInfo(wrong as typeof cryptoInfo, stored)).toBe(
      'All fields in cryptoInfo are required.',
    )
  expect(validateSection.mail(mail, stored)).toBe(undefined)
  expect(validateSection.mail(mail, unset)).toBe('All fields are required.')
  expect(validateSection.mail({ name: '', password: 'x' }, stored)).toBe('All fields are required.')
  expect(validateSection.cannedReplies([], stored)).toBe(undefined)
  for (const wrong of [
    { name: ' ', text: 'x' },
    { name: 'x', text: '\n' },
  ])
    expect(validateSection.cannedReplies([wrong], stored)).toBe('All fields are required.')
})

test('finds the section of a field', () => {
  expect(sectionOfField('cryptoInfo.0.rate')).toBe('cryptoInfo')
  expect(sectionOfField('whatsApp')).toBe('channels')
  expect(sectionOfField('cannedReplies.Greeting')).toBe('cannedReplies')
  expect(sectionOfField('nothing')).toBe(undefined)
})
