import { relative } from 'node:path'
import type { Config } from '../config/config.ts'
import { DEMO_PEOPLE } from '../demo/demo-people.ts'
import { demoMailboxPath } from '../mail/demo-mailbox.ts'

/** What a person who starts the bank needs to know next. */
export function greeting(config: Config, address: string): string {
  const lines = ['', `  ${config.institution.name} is open: ${config.publicUrl ?? address}`, '']
  if (config.demo) {
    const width = Math.max(...DEMO_PEOPLE.map(({ email }) => email.length))
    lines.push('  Demonstration logins (no real money):')
    for (const { email, password, pin, what } of DEMO_PEOPLE)
      lines.push(`    ${email.padEnd(width)}  ${password.padEnd(16)}  ${pin ? `PIN ${pin}` : 'no PIN  '}  ${what}`)
    lines.push('')
    const letters = relative('', demoMailboxPath(config.dataDir))
    if (config.smtpUrl === null) lines.push(`  Without a mail server its letters are kept in ${letters}.`)
    if (config.logLevel === 'warn') lines.push('  Requests are shown with LOG_LEVEL=info.')
    lines.push('')
  }
  return `${lines.join('\n')}\n`
}
