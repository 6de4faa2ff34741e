import type { ReadStream } from 'node:tty'
import { StartError } from './start-error.ts'

const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

/** Prompts at the terminal without echo. */
export function promptHidden(question: string, input: ReadStream = process.stdin): Promise<string> {
  process.stderr.write(question)
  input.setRawMode(true)
  input.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const end = (settle: () => void) => {
      input.off('data', onData)
      input.setRawMode(false)
      input.pause()
      process.stderr.write('\n')
      settle()
    }
    const onData = (text: string) => {
      for (const key of text) {
        if (key === '\r' || key === '\n') return end(() => resolve(typed))
        if (key === CTRL_C || key === CTRL_D)
          return end(() => reject(new StartError('Cancelled. Nothing was changed.')))
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ') typed += key
      }
    }
    input.on('data', onData)
    input.resume()
  })
}

/** Standard input as text, without the line break that `echo` adds. */
export async function readAll(input: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of input) parts.push(part)
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
