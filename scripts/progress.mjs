import { spawn } from 'node:child_process'

/**
 * Runs a command with a progress line: updated in place on a terminal, repeated every ten seconds in a log. The command's
 * own output is printed only if it fails. Resolves to whether it succeeded.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, detail?: () => string, timeoutMs?: number }} options
 * @returns {Promise<boolean>}
 */
export function runWithProgress(title, command, args, { cwd, detail = () => '', timeoutMs = 0 }) {
  const terminal = process.stdout.isTTY
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  const line = () => [title, '…', [seconds(), detail()].filter(Boolean).join(', ')].join(' ')
  if (!terminal) console.log(`${title} …`)
  const ticker = setInterval(
    () => (terminal ? process.stdout.write(`\r\x1b[2K${line()}`) : console.log(line())),
    terminal ? 200 : 10_000,
  )

  return new Promise((resolve) => {
    // npm is a batch file on Windows and needs a shell.
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd, shell, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
    /** @param {boolean} success */
    const finish = (success) => {
      clearInterval(ticker)
      if (terminal) process.stdout.write('\r\x1b[2K')
      console.log(`${title}: ${success ? 'done' : 'failed'} after ${seconds()}.`)
      if (!success) process.stderr.write(Buffer.concat(output))
      resolve(success)
    }
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`))
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
