import { expect, test } from 'vitest'
import type { Proposal } from '#contract/authority/proposals.ts'
import { verbatim } from '#contract/text.ts'
import { proposalTitle, proposedFields } from './describe-proposal.ts'

const made = (kind: Proposal['kind'], after: Record<string, unknown>): Proposal => ({
  _id: '1',
  kind,
  subject: { _id: '2', fullName: verbatim('Ada Example'), email: verbatim('ada@people.example') },
  before: {},
  after,
  proposedBy: { _id: '3', fullName: verbatim('Grace Admin') },
  proposedAt: '2026-01-05T15:04:00.000Z',
  expiresAt: '2026-01-12T15:04:00.000Z',
  state: 'pending',
  reason: '',
  decidedBy: null,
  decidedAt: null,
})

test('titles say what confirming does', () => {
  expect(proposalTitle(made('role', { role: 'Teller' }))).toBe('Give Ada Example the role Teller')
  expect(proposalTitle(made('role', { status: 'Active' }))).toBe('Make Ada Example Active again')
  expect(proposalTitle(made('pin_reset', { pin: 'none' }))).toBe('Reset the PIN of Ada Example')
})

test('fields are shown side by side, with secrets as states and addresses one per line', () => {
  const entry = { name: 'Bitcoin', network: 'Bitcoin', address: 'bc1q', rate: '0.1' }
  expect(
    proposedFields({
      before: { 'mail.name': '', 'mail.password': 'none', cryptoInfo: [] },
      after: { 'mail.name': 'bank@x.example', 'mail.password': 'changed', cryptoInfo: [entry] },
    }),
  ).toEqual([
    { label: 'Mail account', before: ['Empty'], after: ['bank@x.example'] },
    { label: 'Password', before: ['None'], after: ['Changed'] },
    { label: 'Addresses', before: ['None'], after: ['Bitcoin (Bitcoin): bc1q, rate 0.1'] },
  ])
})
