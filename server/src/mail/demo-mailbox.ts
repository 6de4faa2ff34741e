import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type DemoEmail = { to: { name: string; address: string }; subject: string; text: string; date: Date; messageId: string }

/** Bounds the disk space of a demo that runs for months. */
const MAX_EMAILS = 500

/** Where a demo without a mail server stores its emails, for the people who try it to read. */
export const demoMailboxPath = (dataDir: string) => join(dataDir, 'mail')

/** A transport that writes each email to a file. The name comes from the Message-ID: a duplicate is the same file. */
export const openDemoMailbox = (directory: string) => ({
  async sendMail({ to, subject, text, date, messageId }: DemoEmail) {
    // Emails contain password reset links: readable by the owner only.
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const name = `${date.toISOString().replaceAll(':', '')} ${messageId.replace(/^<|@.*$/g, '')}.txt`
    const email = `To: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}\n`
    await writeFile(join(directory, name), email, { mode: 0o600 })
    const oldest = (await readdir(directory)).sort().slice(0, -MAX_EMAILS)
    await Promise.all(oldest.map((old) => rm(join(directory, old), { force: true })))
  },
  close() {},
})
