import { expect, test } from 'vitest'
import { resolveMailServer } from './mail-server.ts'

const account = (name: string) => ({ name, password: 'secret' })

test.each([
  ['a well-known provider', 'bank@gmail.com', { host: 'smtp.gmail.com', port: 465, secure: true, requireTLS: false }],
  ['a provider with STARTTLS', 'bank@outlook.com', { secure: false, requireTLS: true }],
  ['any other domain', 'bank@Fable.example', { host: 'smtp.fable.example', port: 465, secure: true }],
])('derives the mail server from the address: %s', (_, name, expected) => {
  expect(resolveMailServer(null, account(name))).toMatchObject({ ...expected, auth: { user: name, pass: 'secret' } })
})

test('SMTP_URL overrides the settings, and the stored password is not sent there', () => {
  const server = resolveMailServer('smtp://127.0.0.1:2525', account('bank@gmail.com'))
  expect(server).toMatchObject({ url: 'smtp://127.0.0.1:2525' })
  expect(JSON.stringify(server)).not.toContain('secret')
})

test('returns null without an address or a password', () => {
  expect(resolveMailServer(null, { name: '', password: null })).toBeNull()
  expect(resolveMailServer(null, { name: 'bank@gmail.com', password: null })).toBeNull()
})
