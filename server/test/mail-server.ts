import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** What it does: takes the letter, refuses its receiver for now or for good, refuses who sends it, or never answers. */
type Manner = 'takes' | 'not now' | 'never' | 'wrong password' | 'hangs'

export type MailServerForTests = Awaited<ReturnType<typeof openMailServer>>

/** A real mail server on the loopback address, with its letters read as a mail program reads them. */
export async function openMailServer() {
  const letters: Email[] = []
  const receivers: string[] = []
  const state = { manner: 'takes' as Manner, hanging: 0 }
  let server: SMTPServer | null = null
  let port = 0

  async function open() {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) =>
        state.manner === 'wrong password' ? callback(new Error('No')) : callback(null, { user: 'bank' }),
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, callback) => {
        if (state.manner === 'hangs') {
          state.hanging++
          return
        }
        if (state.manner === 'takes') receivers.push(address)
        const refusal = { 'not now': 451, never: 550 }[state.manner as string]
        callback(refusal ? Object.assign(new Error('No'), { responseCode: refusal }) : null)
      },
      onData: (stream, _session, callback) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', async () => {
          letters.push(await PostalMime.parse(Buffer.concat(parts)))
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
    letters,
    /** Of the envelope: where a letter really went, whatever its headers say. */
    receivers,
    state,
    open,
    close,
    /** Takes the letters out. */
    collect: () => letters.splice(0),
  }
}
