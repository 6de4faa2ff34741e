import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type DemoEmail = { to: { name: string; address: string }; subject: string; text: string; date: Date; messageId: string }

/** A demonstration that runs for months does not fill the disk. */
const MAX_EMAILS = 500

/** Where a demonstration without a mail server keeps its letters, so that whoever tries the bank can read them. */
export const demoMailboxPath = (dataDir: string) => join(dataDir, 'mail')

/** Takes letters as a mail server does, and makes a file of each. A letter that is sent twice is one file. */
export const openDemoMailbox = (directory: string) => ({
  async sendMail({ to, subject, text, date, messageId }: DemoEmail) {
    // They hold links that set passwords: nobody else's to read.
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const name = `${date.toISOString().replaceAll(':', '')} ${messageId.replace(/^<|@.*$/g, '')}.txt`
    const letter = `To: ${to.name} <${to.address}>\nSubject: ${subject}\n\n${text}\n`
    await writeFile(join(directory, name), letter, { mode: 0o600 })
    const oldest = (await readdir(directory)).sort().slice(0, -MAX_EMAILS)
    await Promise.all(oldest.map((old) => rm(join(directory, old), { force: true })))
  },
  close() {},
})
