import { expect, test } from 'vitest'
import { fillPage, pageMarks } from './pages.ts'

const facts = {
  institution: {
    name: 'Tom & Jane’s "Bank"',
    legalName: '',
    regulator: '',
    phone: '+1 555 0100',
    email: 'hello@bank.example',
    address: '</script><script>alert(1)</script>',
    demonstration: true,
  },
  origin: 'https://bank.example',
}

test('marks become the configured facts, safe inside text and attributes', () => {
  const page = `<html data-demonstration="${pageMarks.demonstration}"><title>${pageMarks.institution.name}</title>`
  expect(fillPage(page, facts)).toBe('<html data-demonstration="true"><title>Tom &amp; Jane’s &quot;Bank&quot;</title>')
})

test('nothing in the configuration can end the data block early', () => {
  const filled = fillPage(`<script type="application/json">${pageMarks.facts}</script>`, facts)
  const data = filled.slice(filled.indexOf('>') + 1, filled.lastIndexOf('<'))
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toEqual(facts)
})

test('a value that looks like a mark is not filled a second time', () => {
  const tricky = { ...facts, institution: { ...facts.institution, name: pageMarks.institution.email } }
  expect(fillPage(pageMarks.institution.name, tricky)).toBe(pageMarks.institution.email)
})
