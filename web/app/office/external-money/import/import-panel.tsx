import { useQuery } from '@tanstack/react-query'
import { CircleAlert, FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { getImportProgress, StatementProgress } from '#contract/external-money/statement-import.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { formatNumber, t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { OFFICE } from '../../layout/office-query.ts'
import { AddAccountDialog } from '../statements/add-account-dialog.tsx'
import { FileDrop } from './file-drop.tsx'
import { importProblem, type NamedAccount } from './import-errors.ts'
import { importFraction, STAGE_NAMES } from './import-progress.ts'
import { ImportResult } from './import-result.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { type ImportState, useImport } from './use-import.ts'
import { WhichAccountDialog } from './which-account-dialog.tsx'

/** From choosing a file to what was found in it. */
export function ImportPanel() {
  const { state, start, chooseColumns, chooseAccount, reset } = useImport()
  return (
    <section aria-label={t('Import a bank statement')} className="grid gap-3">
      <FileDrop disabled={state.kind === 'running'} onFile={(file) => void start(file)} />
      {state.kind === 'running' && <Running {...state} />}
      {state.kind === 'done' && (
        <ImportResult result={state.result} fileName={verbatim(state.file.name)} onClose={reset} />
      )}
      {state.kind === 'failed' && (
        <Failed
          state={state}
          onRetry={() => void start(state.file, state.csv)}
          onChooseColumns={() => chooseColumns(state.file)}
          onChooseAccount={(account) => chooseAccount(state.file, account)}
          onClose={reset}
        />
      )}
      <MappingDialog
        file={state.kind === 'mapping' ? state.file : null}
        onImport={(file, csv) => void start(file, csv)}
        onClose={reset}
      />
      <WhichAccountDialog
        asked={state.kind === 'account' ? state : null}
        onChosen={(file, accountId) => void start(file, null, accountId)}
        onClose={reset}
      />
    </section>
  )
}

const POLL_MS = 1_000

function Running({ file, sent }: Extract<ImportState, { kind: 'running' }>) {
  const isSent = sent === 1
  const { data: progress } = useQuery({
    queryKey: [OFFICE, 'import progress'],
    queryFn: ({ signal }) => call<typeof getImportProgress>('GET', '/admin/bank-statements/progress', { signal }),
    enabled: isSent,
    refetchInterval: POLL_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const stage = isSent ? (progress?.stage ?? 'idle') : 'receiving'
  return (
    <div className={classNames(panelClass, 'grid gap-2.5 px-5 py-4')}>
      <p className="flex items-center gap-2 font-medium">
        <FileText aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="truncate">{verbatim(file.name)}</span>
      </p>
      <ProgressBar label={t('Import')} fraction={importFraction(sent, progress)} />
      <p role="status" className="figures text-sm text-muted">
        {joinTexts(
          ': ',
          isSent ? t(STAGE_NAMES[stage]) : t('Sending the file'),
          isSent && progress && progress.lines > 0 && entriesDone(progress),
        )}
      </p>
    </div>
  )
}

const entriesDone = ({ lines: entries, of }: StatementProgress) =>
  of
    ? t('{lines} of {count, plural, one {# line} other {# lines}}', { lines: formatNumber(entries), count: of })
    : t('{count, plural, one {# line} other {# lines}}', { count: entries })

type FailedProps = {
  state: Extract<ImportState, { kind: 'failed' }>
  onRetry: () => void
  onChooseColumns: () => void
  onChooseAccount: (account: NamedAccount) => void
  onClose: () => void
}

/** What went wrong and what to do. A refused file stores nothing. */
function Failed({ state, onRetry, onChooseColumns, onChooseAccount, onClose }: FailedProps) {
  const { file, error, csv, unknownAccount } = state
  const heading = useRef<HTMLHeadingElement>(null)
  const [isAdding, setAdding] = useState(false)
  const { title, advice, detail } = importProblem(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure moves the focus, a dialog may have had it
  useEffect(() => heading.current?.focus(), [error])
  return (
    <div role="alert" className="flex gap-3 rounded-2xl bg-negative-soft px-5 py-4">
      <CircleAlert aria-hidden className="mt-0.5 size-5.5 shrink-0 text-negative" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <h2 ref={heading} tabIndex={-1} className="font-semibold text-negative outline-none">
          {title}
        </h2>
        <p className="max-w-prose">{advice}</p>
        {detail && <p className="text-[0.9375rem] wrap-anywhere text-muted">{detail}</p>}
        <p className="text-sm wrap-anywhere text-muted">{verbatim(file.name)}</p>
        <div className="flex flex-wrap gap-2 pt-1">
          {unknownAccount ? (
            <>
              <Button onClick={() => setAdding(true)}>{t('Add the account')}</Button>
              <Button variant="secondary" onClick={() => onChooseAccount(unknownAccount)}>
                {t('It is a listed account')}
              </Button>
            </>
          ) : (
            <Button variant="secondary" onClick={onRetry}>
              {t('Try again')}
            </Button>
          )}
          {csv && (
            <Button variant="secondary" onClick={onChooseColumns}>
              {t('Change the columns')}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </div>
      {unknownAccount && (
        <AddAccountDialog
          open={isAdding}
          known={unknownAccount}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false)
            onRetry()
          }}
        />
      )}
    </div>
  )
}
