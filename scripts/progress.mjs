import { spawn } from 'node:child_process'

/**
 * Runs a command that may take a while. A terminal sees a living line, a log file a line now and then; what the command
 * itself said is shown only when it failed. True when it succeeded.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, detail?: () => string, timeoutMs?: number }} options
 * @returns {Promise<boolean>}
 */
export function runVisibly(title, command, args, { cwd, detail = () => '', timeoutMs = 0 }) {
  const terminal = process.stdout.isTTY
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const line = () => [title, '…', [seconds(), detail()].filter(Boolean).join(', ')].join(' ')
  if (!terminal) console.log(`${title} …`)
  const ticker = setInterval(
    () => (terminal ? process.stdout.write(`\r\x1b[2K${line()}`) : console.log(line())),
    terminal ? 200 : 10_000,
  )

  return new Promise((resolve) => {
    // npm is a batch file on Windows, which only its shell can run.
    const shell = process.platform === 'win32' && command === 'npm'
    const child = spawn(command, args, { cwd, shell, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes))
    /** @param {boolean} success */
    const finish = (success) => {
      clearInterval(ticker)
      if (terminal) process.stdout.write('\r\x1b[2K')
      console.log(`${title}: ${success ? 'done' : 'failed'} after ${seconds()}.`)
      if (!success) process.stderr.write(Buffer.concat(said))
      resolve(success)
    }
    child.on('error', (error) => {
      said.push(Buffer.from(`${error.message}\n`))
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
