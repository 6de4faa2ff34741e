import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** The newest link to this page in the emails that the demonstration bank has written for an address. */
export async function linkInMail(dataDir: string, address: string, page: string): Promise<string> {
  const mailbox = join(dataDir, 'mail')
  let link: string | undefined
  await expect(async () => {
    const names = (await readdir(mailbox)).sort()
    const emails = await Promise.all(names.map((name) => readFile(join(mailbox, name), 'utf8')))
    const links = emails
      .filter((email) => email.startsWith('To: ') && email.slice(0, email.indexOf('\n')).includes(`<${address}>`))
      .flatMap((email) => email.match(new RegExp(`${page}#token=[\\w-]+`)) ?? [])
    link = links.at(-1)
    expect(link).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return link ?? ''
}
