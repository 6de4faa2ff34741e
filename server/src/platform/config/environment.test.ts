import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeConfig, unusedNames } from '../../bootstrap/describe-config.ts'
import { loadEnvironment } from './environment.ts'
import { productionWarnings } from './production-warnings.ts'
import { ALL_VARIABLES } from './variables.ts'

let folder: string
const write = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openteller-environment-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('.env fills in what the environment does not set', async () => {
  const ENV_FILE = await write('.env', '# the bank\nPORT=4000\nHOST="0.0.0.0"\nexport INSTITUTION_NAME=\'Real Bank\'\n')
  const { env, sources } = loadEnvironment({ ENV_FILE, PORT: '5000', HOST: ' ' })
  expect(env).toMatchObject({ PORT: '5000', HOST: '0.0.0.0', INSTITUTION_NAME: 'Real Bank' })
  expect([sources.get('PORT'), sources.get('HOST')]).toEqual(['environment', ENV_FILE])
  expect(loadEnvironment({ ENV_FILE: 'off' }).envFile).toBeNull()
  expect(() => loadEnvironment({ ENV_FILE: join(folder, 'none') })).toThrow(/^ENV_FILE must be the path of a file/)
  expect(() => loadEnvironment({ ENV_FILE: folder })).toThrow(/^ENV_FILE must be a file that can be read/)
})

test('every secret can come from a file', async () => {
  const secrets = ALL_VARIABLES.filter(([, { secret }]) => secret).map(([name]) => name)
  expect(secrets).toHaveLength(7)
  for (const name of secrets) {
    const path = await write(name, `value of ${name}\n`)
    const { env, sources } = loadEnvironment({ ENV_FILE: 'off', [`${name}_FILE`]: path })
    expect([env[name], sources.get(name)]).toEqual([`value of ${name}`, path])
    const both = { ENV_FILE: 'off', [name]: 'hunter2', [`${name}_FILE`]: path }
    expect(() => loadEnvironment(both)).toThrow(`${name}_FILE must not be set when ${name} is set.`)
  }
  const empty = await write('empty', '\n')
  expect(() => loadEnvironment({ ENV_FILE: 'off', APP_SECRET_FILE: empty })).toThrow(/is empty\.$/)
  expect(() => loadEnvironment({ ENV_FILE: 'off', APP_SECRET_FILE: '/nowhere' })).toThrow(/does not exist\.$/)
})

test('shows what is in force, where it came from, and no secret', async () => {
  const secret = 'hunter2-hunter2-hunter2-hunter2-hunter2'
  const APP_SECRET_FILE = await write('app-secret', secret)
  const text = `INSTITUTION_NAM=Typo\nDATABASE_URL=postgres://bank:hunter2@one,two:5433/bank?password=hunter2\n`
  const ENV_FILE = await write('shown.env', text)
  const SMTP_URL = 'smtps://mail:hunter2%40@mail.example:465'
  const loaded = loadEnvironment({ ENV_FILE, APP_SECRET_FILE, SMTP_URL, FOUR_EYES_ABOVE: '250' })
  const lines = describeConfig(loaded)
  const line = (name: string) => lines.find((one) => one.name === name)
  expect(line('DATABASE_URL')).toMatchObject({ value: 'postgres://bank@one,two:5433/bank', source: ENV_FILE })
  expect(line('SMTP_URL')).toMatchObject({ value: 'smtps://mail@mail.example:465', source: 'environment' })
  expect(line('APP_SECRET')).toMatchObject({ value: expect.stringMatching(/^set, fingerprint [0-9a-f]{16}$/) })
  expect(line('FOUR_EYES_ABOVE')).toMatchObject({ value: '250', source: 'environment' })
  expect(line('PORT')).toEqual({ name: 'PORT', value: '3000', source: 'default' })
  expect(JSON.stringify(lines)).not.toContain('hunter2')
  expect(unusedNames(loaded)).toEqual(['INSTITUTION_NAM'])
})

test('a production bank without its address and name is warned, another one is not', () => {
  expect(productionWarnings({})).toEqual([])
  const warnings = productionWarnings({ NODE_ENV: 'production', INSTITUTION_NAME: 'Real Bank' })
  expect(warnings[0]).toMatch(/^PUBLIC_URL is not set/)
  expect(warnings[1]).toMatch(/^INSTITUTION_LEGAL_NAME, .*INSTITUTION_EMAIL.* not set/)
  expect(warnings).toHaveLength(2)
})
