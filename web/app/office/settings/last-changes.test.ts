import { expect, test } from 'vitest'
import type { Act } from '#contract/audit.ts'
import { lastChanges } from './last-changes.ts'

const act = (_id: string, ...fields: string[]) =>
  ({ _id, after: Object.fromEntries(fields.map((field) => [field, 'x'])) }) as unknown as Act

test('the newest act that touched a section', () => {
  const acts = [
    act('3', 'whatsApp'),
    act('2', 'bankingInfo.bankName', 'mail.password'),
    act('1', 'bankingInfo.routing'),
  ]
  const last = lastChanges(acts)
  expect(last.channels?._id).toBe('3')
  expect(last.bankingInfo?._id).toBe('2')
  expect(last.mail?._id).toBe('2')
  expect(last.cryptoInfo).toBe(undefined)
})
