import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { requireNoDemoPeople } from '../../demo/demo-people.ts'
import type { Config } from '../../platform/config/config.ts'
import { requireAppSecret } from '../../platform/crypto/app-secret.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { StartError } from '../../platform/runtime/start-error.ts'
import { readFacts, secretWith } from '../load-keys.ts'
import { notChecked, ok, type Verdict, wrong } from './verdict.ts'

/** 32 random characters have more, in any alphabet that tools generate. */
const LEAST_DIFFERENT_CHARACTERS = 10

/** Looks for the secret, and makes neither a new one nor a folder for it. */
export async function findSecret(config: Config): Promise<{ secret: string } | { problem: string }> {
  if (config.appSecret === null && config.databaseUrl !== null && !config.demo)
    return {
      problem: 'APP_SECRET is not set, and DATABASE_URL is: set the secret of this bank, 32 characters or more.',
    }
  if (config.appSecret === null && !(await stat(config.dataDir).catch(() => null)))
    return { problem: `There is no DATA_DIR ${config.dataDir} with a secret: set DATA_DIR, or APP_SECRET.` }
  try {
    return { secret: await requireAppSecret(config) }
  } catch (error) {
    if (error instanceof StartError) return { problem: error.message }
    throw error
  }
}

/** What can be said about it without the database. */
export async function checkSecret(config: Config): Promise<Verdict> {
  const found = await findSecret(config)
  if ('problem' in found) return wrong(found.problem)
  if (new Set(found.secret).size < LEAST_DIFFERENT_CHARACTERS)
    return wrong(
      'APP_SECRET has too few different characters to be random. Change it: see "Changing APP_SECRET" in docs/operations.md.',
    )
  const path = join(config.dataDir, 'app-secret')
  const mode = config.appSecret === null && process.platform !== 'win32' ? (await stat(path)).mode & 0o077 : 0
  if (mode !== 0) return wrong(`Others can read ${path}: chmod 600 it.`)
  return ok(config.appSecret === null ? `in ${path}` : 'APP_SECRET is set')
}

export async function checkSecretOfBank(config: Config, sql: Sql): Promise<Verdict> {
  const found = await findSecret(config)
  if ('problem' in found) return notChecked('there is no secret to compare')
  const { fingerprint } = await readFacts(sql)
  if (fingerprint === null) return notChecked('the bank was never started')
  const inUse = secretWith({ secret: found.secret, previous: config.appSecretPrevious }, fingerprint)
  if (inUse === null)
    return wrong('APP_SECRET is not the secret of this bank: restore the one that it was started with.')
  if (inUse !== found.secret)
    return wrong("APP_SECRET is not the bank's yet, APP_SECRET_PREVIOUS is: run 'npm run secret:rotate'.")
  return ok('APP_SECRET is the secret of this bank')
}

/** The passwords of the demonstration are public. */
export async function checkDemonstration({ production, demo }: Config, sql: Sql): Promise<Verdict> {
  if (demo) return notChecked('DEMO is on: this is a demonstration')
  try {
    await requireNoDemoPeople(sql)
    return ok('no one has a public password')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return production ? wrong(error.message) : notChecked('a demonstration, and NODE_ENV is not production')
  }
}
