import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Behavior = 'accepts' | 'rejects temporarily' | 'rejects permanently' | 'rejects login' | 'hangs'

export type TestMailServer = Awaited<ReturnType<typeof openMailServer>>

/** A real SMTP server on the loopback address that parses the emails it receives. */
export async function openMailServer() {
  const emails: Email[] = []
  const recipients: string[] = []
  const state = { behavior: 'accepts' as Behavior, hanging: 0 }
  let server: SMTPServer | null = null
  let port = 0

  async function open() {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) =>
        state.behavior === 'rejects login' ? callback(new Error('No')) : callback(null, { user: 'bank' }),
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, callback) => {
        if (state.behavior === 'hangs') {
          state.hanging++
          return
        }
        if (state.behavior === 'accepts') recipients.push(address)
        const responseCode = { 'rejects temporarily': 451, 'rejects permanently': 550 }[state.behavior as string]
        callback(responseCode ? Object.assign(new Error('No'), { responseCode }) : null)
      },
      onData: (stream, _session, callback) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', async () => {
          emails.push(await PostalMime.parse(Buffer.concat(parts)))
          callback()
        })
      },
    })
    server.on('error', () => {})
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  async function close() {
    const closing = server
    server = null
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
  }
  await open()

  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    /** From the SMTP envelopes: where emails were sent, whatever their headers say. */
    recipients,
    state,
    open,
    close,
    /** Returns the received emails and removes them. */
    collect: () => emails.splice(0),
  }
}
