import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('a version that this copy does not have is refused in one line, before anything starts', () => {
  const program = fileURLToPath(new URL('./run.ts', import.meta.url))
  for (const ref of ['v0.0.0-none', '--exec=x']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, `--from=${ref}`], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(`--from must name a tag or a commit of this copy, got "${ref}": see 'git tag' and 'git log'.\n`)
  }
})
