import { expect, test } from 'vitest'
import { openMailServer } from '../../../test/mail-server.ts'
import { keepTransports, openTransport, resolveMailServer } from './mail-server.ts'

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

test('a password and reset links leave this machine over TLS only, unless the URL says otherwise', async () => {
  const server = (url: string) => resolveMailServer(url, { name: '', password: null })
  expect(server('smtp://bank:secret@mail.example')).toMatchObject({ requireTLS: true })
  expect(server('smtp://mail.example:2525')).toMatchObject({ requireTLS: true })
  for (const url of ['smtps://mail.example', 'smtp://localhost', 'smtp://127.0.0.1:25', 'smtp://[::1]'])
    expect([url, server(url)?.requireTLS]).toEqual([url, false])

  const plain = await openMailServer()
  const mail = { from: 'bank@bank.example', to: 'ada@people.example', subject: 'A reset link', text: 'secret' }
  const send = async (query: string) => {
    const transport = await openTransport({ url: `${plain.url}${query}`, requireTLS: true, pool: true })
    return transport.sendMail(mail).finally(() => transport.close())
  }
  await expect(send('')).rejects.toThrow()
  expect(plain.emails).toEqual([])
  await send('?requireTLS=false')
  expect(plain.emails).toHaveLength(1)
  await plain.close()
})

test('connections are kept for the next batch, until the mail server changes or the bank stops', async () => {
  const stopping = new AbortController()
  const { open } = keepTransports(stopping.signal)
  const first = await open({ url: 'smtp://127.0.0.1:1', pool: true })
  expect(await open({ url: 'smtp://127.0.0.1:1', pool: true })).toBe(first)
  const second = await open({ url: 'smtp://127.0.0.1:2', pool: true })
  expect(second).not.toBe(first)
  stopping.abort()
  expect(await open({ url: 'smtp://127.0.0.1:2', pool: true })).not.toBe(second)
})
