import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const setup = new URL('./setup.mjs', import.meta.url).href

/** Runs a program as the scripts in this folder do, without the install check. */
function run(program: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  const script = `const { runProgram } = await import('${setup}'); await runProgram('${program}')`
  const started = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    env: { PATH: process.env.PATH, ...env },
  })
  return started.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
}

test('runs a program and passes its exit code on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'openteller-tests-'))
  const { code, output } = await run('server/src/programs/verify.ts', { DATA_DIR: dataDir })
  expect({ code, output }).toEqual({ code: 1, output: `There is no bank in DATA_DIR ${dataDir}.\n` })
  expect(await readdir(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})

test('reports a bad value in one line', async () => {
  const { code, output } = await run('server/src/programs/verify.ts', { LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(output).toMatch(/^LOG_LEVEL must be one of .*\n$/)
})
