import { type Config, readConfig } from '../platform/config/config.ts'
import { loadEnvironment } from '../platform/config/environment.ts'
import { productionWarnings } from '../platform/config/production-warnings.ts'
import { ConfigError } from '../platform/config/variable.ts'
import { ALL_VARIABLES, type Environment } from '../platform/config/variables.ts'
import { openPool, type Sql } from '../platform/db/connection.ts'
import { sqlState } from '../platform/db/errors.ts'
import { readNow } from '../platform/db/read-now.ts'
import { type MailAccount, readMailAccount } from '../settings/read-settings.ts'
import { connectDatabase } from './connect-database.ts'
import { unusedNames } from './describe-config.ts'
import { checkArchive, checkBackup } from './doctor/check-backups.ts'
import { checkBooks } from './doctor/check-books.ts'
import { checkDatabaseCertificates, checkPublicAddress } from './doctor/check-certificates.ts'
import { checkClock, checkConnections, checkSettings, checkVersion } from './doctor/check-database.ts'
import { checkDisk } from './doctor/check-disks.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkRights, checkSchema } from './doctor/check-schema.ts'
import { checkDemonstration, checkSecret, checkSecretOfBank, findSecret } from './doctor/check-secrets.ts'
import { describeError, notChecked, ok, type Verdict, wrong } from './doctor/verdict.ts'
import { loadKeys, readFacts } from './load-keys.ts'

type Machine = {
  /** The machine's clock. */
  now?: () => Date
}

/** Checks what a bank depends on, and changes nothing. Prints a line for each; false when anything is wrong. */
export async function examine(
  env: Environment,
  print: (line: string) => void,
  machine: Machine = {},
): Promise<boolean> {
  const { loaded, config, verdict } = readConfiguration(env)
  let isSound = true
  const report = (name: string, { state, text }: Verdict) => {
    if (state === 'WRONG') isSound = false
    print(`${state.padEnd('not checked'.length)}  ${name}: ${withoutSecrets(text, loaded)}`)
  }
  report('configuration', verdict)
  if (!config) return false
  const database = await openDatabase(config)
  try {
    report('database', 'problem' in database ? wrong(database.problem) : ok('it answers'))
    for (const [name, check] of listChecks(config, database, machine)) report(name, await check().catch(toVerdict))
  } finally {
    await database.close()
  }
  return isSound
}

type Configuration = { loaded: Environment; config: Config | null; verdict: Verdict }

function readConfiguration(env: Environment): Configuration {
  let loaded = env
  try {
    const environment = loadEnvironment(env)
    loaded = environment.env
    const config = readConfig(loaded, { program: 'doctor' })
    const unused = unusedNames(environment)
    const problems = [
      ...productionWarnings(loaded),
      ...(unused.length > 0 ? [`${unused.join(', ')} in ${environment.envFile} is not a variable of the bank.`] : []),
    ]
    const verdict =
      problems.length > 0
        ? wrong(`${problems.join(' ')} See docs/configuration.md.`)
        : ok("all variables are valid; 'npm run config' shows them")
    return { loaded, config, verdict }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { loaded, config: null, verdict: wrong(`${error.message} Nothing else can be checked before.`) }
  }
}

type OpenDatabase = ({ sql: Sql } | { problem: string }) & { close: () => Promise<void> }

async function openDatabase(config: Config): Promise<OpenDatabase> {
  const undo: (() => Promise<void>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const access = await connectDatabase(config, { mustExist: true })
    undo.push(access.close)
    const sql = openPool(access.connection, { max: 1 })
    undo.push(() => sql.end({ timeoutMs: 1_000 }))
    await readNow(sql)
    return { sql, close }
  } catch (error) {
    await close()
    const advice = config.databaseUrl === null ? '' : ' Check DATABASE_URL, PostgreSQL and the network.'
    return { problem: `${describeError(error)}${advice}`, close }
  }
}

type Check = readonly [name: string, run: () => Promise<Verdict>]

function listChecks(config: Config, database: OpenDatabase, { now: machine }: Machine): Check[] {
  const now = machine ?? (() => new Date())
  const inDatabase = (check: (sql: Sql) => Promise<Verdict>) => async () =>
    'sql' in database ? check(database.sql) : notChecked("the database can't be reached")
  const { dataDir, backupDir, databaseUrl } = config
  return [
    ['clock', inDatabase((sql) => checkClock(sql, machine))],
    ['disk of DATA_DIR', () => checkDisk(dataDir)],
    ...(backupDir === null ? [] : [['disk of BACKUP_DIR', () => checkDisk(backupDir)] as const]),
    ['database version', inDatabase(checkVersion)],
    ['database settings', inDatabase((sql) => checkSettings(config, sql))],
    ['connections', inDatabase(checkConnections)],
    ['TLS of the database', () => checkDatabaseCertificates(databaseUrl, now())],
    ['TLS of PUBLIC_URL', () => checkPublicAddress(config.publicUrl, config.production, now())],
    ['mail server', async () => checkMail(config, await findMailAccount(config, database), now())],
    ['backup', () => checkBackup(config, now())],
    ['archive of the log', inDatabase((sql) => checkArchive(config, sql))],
    ['secret', () => checkSecret(config)],
    ['secret of the bank', inDatabase((sql) => checkSecretOfBank(config, sql))],
    ['public passwords', inDatabase((sql) => checkDemonstration(config, sql))],
    ['schema', inDatabase(checkSchema)],
    ['rights', inDatabase(checkRights)],
    ['books', inDatabase(checkBooks)],
  ]
}

/** Null where the database or its secrets can't be read. */
async function findMailAccount(config: Config, database: OpenDatabase): Promise<MailAccount | null> {
  const found = await findSecret(config)
  if (!('sql' in database) || 'problem' in found) return null
  const secrets = { secret: found.secret, previous: config.appSecretPrevious }
  try {
    // Loading the keys of a bank that was never started would fix its secret.
    if ((await readFacts(database.sql)).fingerprint === null) return null
    return await readMailAccount(database.sql, await loadKeys(database.sql, secrets))
  } catch {
    return null
  }
}

/** Names what stopped a check. Tables are missing where no bank of this version has been. */
const toVerdict = (error: unknown): Verdict =>
  sqlState(error) === '42P01' ? notChecked('this database holds no bank of this version') : wrong(describeError(error))

/** Takes secrets out of what a server or a driver wrote into its error. */
function withoutSecrets(text: string, env: Environment): string {
  const secrets = ALL_VARIABLES.flatMap(([name, { secret }]) => (secret && env[name] ? partsOf(env[name]) : []))
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)
}

/** A secret, or the password in a URL, as it is written there and as it is sent. */
function partsOf(value: string): string[] {
  const password = /^\w+:\/\/[^:@/]*:([^@]+)@/.exec(value)?.[1]
  if (password === undefined) return /^\w+:\/\//.test(value) ? [] : [value.trim()]
  return [password, decode(password)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
