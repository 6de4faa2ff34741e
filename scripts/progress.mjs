import { spawn } from 'node:child_process'

/** @typedef {{ command: string, args: string[], cwd: string, timeoutMs?: number }} Command */

/**
 * Runs commands at the same time with one progress line: updated in place on a terminal, repeated every ten seconds in a
 * log. The output of a command is printed only if it fails. Resolves to whether each succeeded.
 * @param {string} title
 * @param {Command[]} commands
 * @param {() => string} [detail]
 * @returns {Promise<boolean[]>}
 */
export async function runWithProgress(title, commands, detail = () => '') {
  const terminal = process.stdout.isTTY
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  const line = () => [title, '…', [seconds(), detail()].filter(Boolean).join(', ')].join(' ')
  if (!terminal) console.log(`${title} …`)
  const ticker = setInterval(
    () => (terminal ? process.stdout.write(`\r\x1b[2K${line()}`) : console.log(line())),
    terminal ? 200 : 10_000,
  )
  const results = await Promise.all(commands.map(run))
  clearInterval(ticker)
  if (terminal) process.stdout.write('\r\x1b[2K')
  const success = results.every((result) => result.success)
  console.log(`${title}: ${success ? 'done' : 'failed'} after ${seconds()}.`)
  for (const result of results) if (!result.success) process.stderr.write(result.output)
  return results.map((result) => result.success)
}

/**
 * @param {Command} command
 * @returns {Promise<{ success: boolean, output: Buffer }>}
 */
function run({ command, args, cwd, timeoutMs = 0 }) {
  return new Promise((resolve) => {
    // npm is a batch file on Windows and needs a shell.
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd, shell, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    /** @param {boolean} success */
    const finish = (success) => resolve({ success, output: Buffer.concat(output) })
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
