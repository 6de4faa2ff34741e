/**
 * `npm run admin:create -- --email … [--name …]`: creates the first administrator. The password is prompted for, or read from
 * standard input, never from the command line: other users of the machine can see that.
 */
import { parseArgs } from 'node:util'
import { email as emailRules, fullName as nameRules } from '#contract/fields.ts'
import { password as passwordRules } from '#contract/identity/auth.ts'
import { connectDatabase } from '../bootstrap/connect-database.ts'
import { prepareDatabase } from '../bootstrap/prepare-database.ts'
import { insertPerson } from '../customers/person.ts'
import { createSecretRules, type SecretRules } from '../identity/secret-rules.ts'
import { auditEntry } from '../ledger/audit-entry.ts'
import { record } from '../ledger/record.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { createPasswords, type Passwords } from '../platform/crypto/passwords.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../platform/db/connection.ts'
import { DatabaseClock } from '../platform/db/database-clock.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { promptHidden, readAll } from '../platform/runtime/prompt-hidden.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { StartError } from '../platform/runtime/start-error.ts'

export type NewAdmin = { email: string; fullName: string; password: string; at: Date }

/** An Active Admin. An existing account is refused: the command line does not promote anyone. */
export async function createAdmin(
  sql: Sql,
  passwords: Passwords,
  rules: SecretRules,
  admin: NewAdmin,
): Promise<string> {
  const { email, fullName, at } = admin
  await rules.checkPassword(admin.password, { email, fullName })
  const passwordHash = await passwords.hash(admin.password)
  return inTransaction(sql, async (tx) => {
    const id = await insertPerson(tx, { email, fullName, passwordHash, role: 'Admin', status: 'Active', at })
    const act = auditEntry(
      { actorId: id, at, requestId: 'admin:create' },
      { subjectId: id, action: 'person.created', before: {}, after: { role: 'Admin', status: 'Active', email } },
    )
    await record(tx, { auditEntries: [act] })
    return id
  })
}

type AdminDetails = { email: string; fullName: string }

export function readArguments(args: string[]): AdminDetails {
  const { values } = parseOrExplain(args)
  const email = emailRules.safeParse(values.email)
  if (!email.success)
    throw new StartError('Please give a valid email address: npm run admin:create -- --email you@bank.example')
  const fullName = nameRules.safeParse(values.name ?? 'Administrator')
  if (!fullName.success) throw new StartError(`--name: ${fullName.error.issues[0]?.message}`)
  return { email: email.data, fullName: fullName.data }
}

function parseOrExplain(args: string[]) {
  try {
    return parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } })
  } catch (error) {
    throw new StartError(`${(error as Error).message.split('. ')[0]}. The options are --email and --name.`)
  }
}

async function readPassword(): Promise<string> {
  const typed = process.stdin.isTTY ? await promptTwice() : await readAll(process.stdin)
  const checked = passwordRules.safeParse(typed)
  if (!checked.success)
    throw new StartError(typed === '' ? 'The password is empty.' : `${checked.error.issues[0]?.message}`)
  return checked.data
}

async function promptTwice(): Promise<string> {
  const first = await promptHidden('Password: ')
  if (first !== (await promptHidden('Repeat password: '))) throw new StartError('The passwords do not match.')
  return first
}

async function run(config: Config, details: AdminDetails): Promise<void> {
  const password = await readPassword()
  const { connection, close } = await connectDatabase(config, { mustExist: false })
  try {
    const sql = openPool(connection, { max: 1, role: APPLICATION_ROLE })
    const clock = new DatabaseClock()
    try {
      const keys = await prepareDatabase(config, { sql, connection, clock, print: () => {} })
      const admin = { ...details, password, at: clock.now() }
      await createAdmin(sql, createPasswords(keys), createSecretRules(config), admin)
    } finally {
      await sql.end({ timeoutMs: 1_000 })
    }
    console.log(`Created the administrator ${details.email}.`)
  } finally {
    await close()
  }
}

const explain = (error: StartError | Refusal) => (error instanceof Refusal && error.errors?.[0]?.msg) || error.message

if (import.meta.main) {
  try {
    await run(
      readConfig(loadEnvironment(process.env).env, { program: 'admin:create' }),
      readArguments(process.argv.slice(2)),
    )
  } catch (error) {
    console.error(error instanceof StartError || error instanceof Refusal ? explain(error) : error)
    process.exitCode = 1
  }
}
