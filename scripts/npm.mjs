import { runWithProgress } from './progress.mjs'

/** A failure that the user can fix: printed as one line, without a stack trace. */
export class SetupError extends Error {}

/**
 * @typedef {object} Install An npm command that installs something.
 * @property {string} name What it installs.
 * @property {string} cwd
 * @property {string[]} args
 * @property {string} failure What to say if it fails.
 * @property {() => string} [detail] Shown while it runs.
 * @property {() => void} [done] Called when it succeeded.
 */

/**
 * Runs all of them at the same time: npm keeps one processor busy, and the network less.
 * @param {Install[]} installs
 */
export async function installAll(installs) {
  if (installs.length === 0) return
  const title = `Installing ${[...new Set(installs.map(({ name }) => name))].join(' and ')}`
  const { command, prefix } = npmCommand()
  const commands = installs.map(({ cwd, args }) => ({ command, args: [...prefix, ...args], cwd }))
  const results = await runWithProgress(title, commands, installs.find(({ detail }) => detail)?.detail)
  for (const [index, install] of installs.entries()) {
    if (!results[index]) throw new SetupError(install.failure)
    install.done?.()
  }
}

/** npm passes its own location to the scripts it runs; without it (`node scripts/start.mjs`) npm is found on the PATH. */
export function npmCommand() {
  const path = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  return path?.endsWith('.js') ? { command: node, prefix: [path] } : { command: 'npm', prefix: [] }
}
