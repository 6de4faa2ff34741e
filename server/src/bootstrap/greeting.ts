import { relative } from 'node:path'
import { DEMO_PEOPLE } from '../demo/demo-people.ts'
import { demoMailboxPath } from '../notifications/mail/demo-mailbox.ts'
import type { Config } from '../platform/config/config.ts'
import { StartError } from '../platform/runtime/start-error.ts'
import type { RunningBank } from './start-bank.ts'

/** Printed after the start: where the bank is, and how to try it. */
export function greeting(
  config: Config,
  { address, postgresVersion }: Pick<RunningBank, 'address' | 'postgresVersion'>,
): string {
  const lines = [
    '',
    `  ${config.institution.name} is open: ${config.publicUrl ?? address}`,
    `  Database: PostgreSQL ${postgresVersion}`,
    '',
  ]
  if (config.demo) {
    const width = Math.max(...DEMO_PEOPLE.map(({ email }) => email.length))
    lines.push('  Demo accounts (no real money):')
    for (const { email, password, pin, what } of DEMO_PEOPLE)
      lines.push(`    ${email.padEnd(width)}  ${password.padEnd(16)}  ${pin ? `PIN ${pin}` : 'no PIN  '}  ${what}`)
    lines.push('')
    const mailbox = relative('', demoMailboxPath(config.dataDir))
    if (config.smtpUrl === null) lines.push(`  No mail server is configured: emails are saved in ${mailbox}.`)
    if (config.logLevel === 'warn') lines.push('  Set LOG_LEVEL=info to log every request.')
    lines.push('')
  }
  return `${lines.join('\n')}\n`
}

/** The greeting as one line of JSON, for a log collector. */
export function jsonGreeting(
  config: Config,
  { address, postgresVersion }: Pick<RunningBank, 'address' | 'postgresVersion'>,
): string {
  const url = config.publicUrl ?? address
  return toJsonLine(`${config.institution.name} is open: ${url}`, { url, address, postgres: postgresVersion })
}

/** Why the bank did not start, as pino writes an error. */
export function jsonFailure(error: unknown): string {
  if (error instanceof StartError) return toJsonLine(error.message, { level: FATAL })
  const { name = 'Error', message, stack } = error as Error
  return toJsonLine('The bank could not start.', { level: FATAL, err: { type: name, message, stack } })
}

const INFO = 30
const FATAL = 60

/** A line as pino writes it. */
export const toJsonLine = (msg: string, fields: object = {}): string =>
  JSON.stringify({ level: INFO, time: Date.now(), pid: process.pid, ...fields, msg })
