import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { root } from './packages.mjs'
import { runtime } from './runtime.mjs'

/**
 * Starts a command that a package provides (vitest, biome, …). The commands find Node on the PATH, so the bank's Node
 * comes first there.
 * @param {string} tool
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {'inherit' | 'pipe'} [output]
 */
export function spawnTool(tool, args, env = {}, output = 'inherit') {
  const PATH = [dirname(runtime()), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return spawn(tool, args, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, PATH, ...env },
    shell: process.platform === 'win32',
  })
}
