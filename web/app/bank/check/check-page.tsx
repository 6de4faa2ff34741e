import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { msg } from '#contract/text-id.ts'
import { isSignedOut } from '../../shared/api/api-error.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { AccountSelect } from '../accounts/account-select.tsx'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { cardClass, Page } from '../page.tsx'
import { CheckOutcome } from './check-outcome.tsx'
import { CheckProgress } from './check-progress.tsx'
import { type CheckResult, canCheck, runCheck } from './run-check.ts'
import { WhatItProves } from './what-it-proves.tsx'

const TITLE = msg('Check my account')
export const meta = () => privateMeta(t(TITLE))

type Check =
  | { state: 'idle' | 'failed' }
  | { state: 'running'; done: number; total: number }
  | { state: 'done'; result: CheckResult }

export default function CheckPage() {
  const accounts = useQuery(accountsQuery)
  const [chosen, setChosen] = useState<string>()
  const accountId = chosen ?? accounts.data?.[0]?._id
  const { check, start, clear } = useCheck()
  const choose = (id: string) => {
    setChosen(id)
    clear()
  }
  return (
    <div className="max-w-3xl">
      <Page
        title={t(TITLE)}
        lead={t(
          'Don’t take our word for it: your browser recomputes every posting of your account and compares it with the seals that we publish.',
        )}
      >
        <section aria-label={t('Check')} className={classNames(cardClass, 'grid gap-5 p-5 sm:p-6')}>
          {accounts.isPending && <Skeleton className="h-12 w-full" />}
          {accounts.isError && !accounts.data && (
            <LoadFailure
              text={t('We couldn’t load your accounts.')}
              onRetry={accounts.refetch}
              busy={accounts.isFetching}
            />
          )}
          {accounts.data && accounts.data.length > 1 && (
            <AccountSelect
              label={t('Account')}
              accounts={accounts.data}
              value={accountId}
              onChange={(event) => choose(event.target.value)}
            />
          )}
          {canCheck() ? (
            accountId && (
              <Button
                className="justify-self-start"
                variant={check.state === 'done' ? 'secondary' : 'primary'}
                busy={check.state === 'running'}
                onClick={() => start(accountId)}
              >
                {check.state === 'running'
                  ? t('Checking...')
                  : check.state === 'done'
                    ? t('Check again')
                    : t('Check now')}
              </Button>
            )
          ) : (
            <p>{t('Your browser can check on secure pages (https) only.')}</p>
          )}
          <div aria-live="polite" className="grid gap-5">
            {check.state === 'running' && <CheckProgress done={check.done} total={check.total} />}
            {check.state === 'failed' && (
              <p className="text-negative">{t('We couldn’t load the proof. Check your connection and try again.')}</p>
            )}
            {check.state === 'done' && <CheckOutcome result={check.result} />}
          </div>
        </section>
        <WhatItProves />
      </Page>
    </div>
  )
}

/** One check at a time; leaving the page or choosing another account ends it. */
function useCheck() {
  const [check, setCheck] = useState<Check>({ state: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const clear = () => {
    running.current?.abort()
    setCheck({ state: 'idle' })
  }
  const start = async (accountId: string) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setCheck({ state: 'running', done: 0, total: 0 })
    try {
      const onProgress = (done: number, total: number) => setCheck({ state: 'running', done, total })
      const result = await runCheck(accountId, onProgress, controller.signal)
      if (!controller.signal.aborted) setCheck({ state: 'done', result })
    } catch (error) {
      // An ended session has a dialog of its own.
      if (!controller.signal.aborted) setCheck({ state: isSignedOut(error) ? 'idle' : 'failed' })
    }
  }
  return { check, start, clear }
}
