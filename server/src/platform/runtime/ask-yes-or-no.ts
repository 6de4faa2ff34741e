import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Asks at the terminal. Everything but `y` or `yes` means no, also the end of the input. */
export async function askYesOrNo(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  const terminal = createInterface({ input, output })
  const ended = once(terminal, 'close').then(() => '')
  try {
    const answer = await Promise.race([terminal.question(question).catch(() => ''), ended])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
