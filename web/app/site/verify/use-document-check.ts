import { useEffect, useRef, useState } from 'react'
import type { Verdict } from './check-document.ts'

/** What is checked: a file, or the number of a document on paper. */
export type Subject = { file: File } | { number: string }
export type Check =
  | { state: 'idle' }
  | { state: 'hashing'; subject: { file: File }; share: number }
  | { state: 'asking'; subject: Subject }
  | { state: 'done'; subject: Subject; verdict: Verdict }
  | { state: 'failed'; subject: Subject; unreadable: boolean }

/** One check at a time: a new one ends the one before. */
export function useDocumentCheck() {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(subject: Subject) {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    const show = (next: Check) => {
      if (!run.signal.aborted) setCheck(next)
    }
    try {
      const fingerprint = 'file' in subject ? await fingerprintOf(subject, show, run.signal) : subject.number
      show({ state: 'asking', subject })
      const { lookUpDocument } = await import('./check-document.ts')
      show({ state: 'done', subject, verdict: await lookUpDocument(fingerprint, run.signal) })
    } catch (error) {
      show({ state: 'failed', subject, unreadable: error instanceof Error && error.name === 'UnreadableFile' })
    }
  }

  /** The result of another document must not stay beside a number that can't be checked. */
  function stop() {
    running.current?.abort()
    setCheck({ state: 'idle' })
  }

  return {
    check,
    checkFile: (file: File) => void start({ file }),
    /** False when the text can't be a document number. */
    async checkNumber(typed: string): Promise<boolean> {
      const number = await parseNumber(typed)
      if (number === null) stop()
      else void start({ number })
      return number !== null
    },
    retry() {
      if (check.state === 'failed') void start(check.subject)
    },
    stop,
  }
}

/** Loaded with the first check. Without a connection the check itself fails, and offers to try again. */
async function parseNumber(typed: string): Promise<string | null> {
  const numbers = await import('#contract/documents/signed-documents.ts').catch(() => null)
  return numbers ? numbers.parseDocumentNumber(typed) : typed
}

async function fingerprintOf(
  subject: { file: File },
  show: (next: Check) => void,
  signal: AbortSignal,
): Promise<string> {
  show({ state: 'hashing', subject, share: 0 })
  // Loaded with the first file, as the rest of the check.
  const { hashFile } = await import('./hash-file.ts')
  signal.throwIfAborted()
  return hashFile(subject.file, (share) => show({ state: 'hashing', subject, share }), signal)
}
