import { runWithProgress } from './progress.mjs'

/** A failure that the user can fix: printed as one line, without a stack trace. */
export class SetupError extends Error {}

/**
 * @param {string} title
 * @param {string[]} args
 * @param {{ cwd: string, detail?: () => string }} options
 */
export function runNpm(title, args, options) {
  const { command, prefix } = npmCommand()
  return runWithProgress(title, command, [...prefix, ...args], options)
}

/** npm passes its own location to the scripts it runs; without it (`node scripts/start.mjs`) npm is found on the PATH. */
export function npmCommand() {
  const path = process.env.npm_execpath
  const node = process.env.npm_node_execpath ?? process.execPath
  return path?.endsWith('.js') ? { command: node, prefix: [path] } : { command: 'npm', prefix: [] }
}
