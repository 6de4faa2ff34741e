import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../runtime/start-error.ts'
import { generateAppSecret, readAppSecret, requireAppSecret } from './app-secret.ts'

/** Loads the secret as the start of a new bank does. */
const loadAppSecret = async (place: { appSecret: string | null; dataDir: string }) =>
  (await readAppSecret(place)) ?? generateAppSecret(place)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'openteller-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('uses a configured secret and writes nothing', async () => {
  expect(await loadAppSecret({ appSecret: 'configured', dataDir })).toBe('configured')
  expect(await readdir(dataDir)).toEqual([])
})

test('generates a private secret of 32 bytes once', async () => {
  const secret = await loadAppSecret({ appSecret: null, dataDir: join(dataDir, 'deep/er') })
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(await loadAppSecret({ appSecret: null, dataDir: join(dataDir, 'deep/er') })).toBe(secret)

  const path = join(dataDir, 'deep/er/app-secret')
  expect((await readFile(path, 'utf8')).trim()).toBe(secret)
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('twenty parallel starts agree on one secret and leave no other file', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => loadAppSecret({ appSecret: null, dataDir })))
  expect(new Set(secrets).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['app-secret'])
})

test('reports a damaged secret instead of replacing it', async () => {
  await writeFile(join(dataDir, 'app-secret'), '')
  await expect(loadAppSecret({ appSecret: null, dataDir })).rejects.toThrow(/is damaged/)
  expect(await readFile(join(dataDir, 'app-secret'), 'utf8')).toBe('')
})

test('makes no new secret for a bank that has one', async () => {
  await expect(requireAppSecret({ appSecret: null, dataDir })).rejects.toThrow(
    /^The secret of this bank is missing: .*, or set APP_SECRET\.$/,
  )
  expect(await readdir(dataDir)).toEqual([])
})

test('reports a folder that can’t be written in one line', async () => {
  await writeFile(join(dataDir, 'file'), '')
  const start = loadAppSecret({ appSecret: null, dataDir: join(dataDir, 'file/below') })
  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow(/^DATA_DIR .*below can't be written \(ENOTDIR: not a directory\)\.$/)
})

test.runIf(process.platform === 'linux')('not even a folder in /proc keeps the start waiting', async () => {
  const start = loadAppSecret({ appSecret: null, dataDir: '/proc/openteller/data' })
  await expect(start).rejects.toThrow(/^DATA_DIR \/proc\/openteller\/data can't be written/)
})
