import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_DEMO_EMAILS, type DemoEmail as StoredEmail } from '#contract/http/demo.ts'

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

const FILE_NAME = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z) (.+)\.txt$/
const EMAIL = /^To: (.*) <(.*)>\nSubject: (.*)\n\n([\s\S]*)\n$/

/** The newest emails. A file that is being written or deleted meanwhile is left out. */
export async function readDemoMailbox(directory: string): Promise<StoredEmail[]> {
  const names = await readdir(directory).catch(() => [])
  const newest = names
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .reverse()
    .slice(0, MAX_DEMO_EMAILS)
  const emails = await Promise.all(newest.map((name) => readEmail(directory, name)))
  return emails.filter((email) => email !== null)
}

async function readEmail(directory: string, file: string): Promise<StoredEmail | null> {
  const [, hour, minute, second, id = ''] = FILE_NAME.exec(file) ?? []
  const stored = EMAIL.exec(await readFile(join(directory, file), 'utf8').catch(() => ''))
  if (!stored) return null
  const [, name = '', address = '', subject = '', text = ''] = stored
  return { _id: id, to: { name, address }, subject, sentAt: `${hour}:${minute}:${second}`, text }
}
