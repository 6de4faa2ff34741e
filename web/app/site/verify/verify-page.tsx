import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { institution } from '../../shared/institution.ts'
import { pageMeta } from '../../shared/ui/page/page-meta.ts'
import { PageHead } from '../page-head.tsx'
import { FileDrop } from './file-drop.tsx'
import { Meaning } from './meaning.tsx'
import { NumberForm } from './number-form.tsx'
import { useDocumentCheck } from './use-document-check.ts'

export const meta = () =>
  pageMeta({
    title: t('Check a document · {name}', { name: institution.name }),
    description: t(
      'Check that a statement, receipt, or confirmation was issued by {name} and has not been changed. No account needed, and the file stays on your device.',
      { name: institution.name },
    ),
    path: '/verify',
  })

/** Loaded with the first check, as is the code that compares: the page itself stays small. */
const Result = lazy(async () => ({ default: (await import('./result.tsx')).Result }))

const NUMBER_ERROR = msg('This is not a document number. Compare it with the paper, character by character.')

export default function VerifyPage() {
  const { check, checkFile, checkNumber, retry, stop } = useDocumentCheck()
  const { number, error, setNumber, submit } = useNumber(checkNumber)
  return (
    <>
      <PageHead title={t('Is this document genuine?')}>
        {t(
          'Check a statement, receipt, or confirmation from {name}. Anyone can: you need no account, and the file stays on your device.',
          { name: institution.name },
        )}
      </PageHead>
      <div className="measure grid grid-cols-1 gap-6 pb-16 lg:pb-24">
        {check.state !== 'idle' && (
          <Suspense fallback={null}>
            <Result check={check} onRetry={retry} onStop={stop} />
          </Suspense>
        )}
        <div className="grid grid-cols-1 gap-x-12 gap-y-10 rounded-card border border-line bg-surface p-6 shadow-card sm:p-9 lg:grid-cols-[1.25fr_1fr]">
          <FileDrop onFile={checkFile} />
          <NumberForm number={number} error={error} onChange={setNumber} onSubmit={submit} />
        </div>
        <p className="js:hidden text-muted">{t('Checking needs JavaScript.')}</p>
      </div>
      <Meaning />
    </>
  )
}

/** Typed, scanned, or from the address `/verify#<number>` of a QR code. */
function useNumber(checkNumber: (typed: string) => Promise<boolean>) {
  const { hash } = useLocation()
  const [number, setNumber] = useState('')
  const [error, setError] = useState<Text>()
  async function submit(typed: string) {
    setNumber(typed)
    setError((await checkNumber(typed)) ? undefined : t(NUMBER_ERROR))
  }
  const latest = useRef(submit)
  latest.current = submit
  useEffect(() => {
    if (hash.length > 1) void latest.current(decode(hash.slice(1)))
  }, [hash])
  return {
    number,
    error,
    submit,
    setNumber(typed: string) {
      setNumber(typed)
      setError(undefined)
    },
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
