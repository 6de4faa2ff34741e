import { Check, CircleAlert, Minus, UserRoundCheck, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { joinTexts } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { Spinner } from '../../../shared/ui/feedback/spinner.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import type { Item, Result } from './decide-several.ts'

type Props = { items: readonly Item[]; isRunning: boolean; onRetry: () => void; onClose: () => void }

/** A line for each transaction, from waiting to its result. Closing the page leaves each decided or not. */
export function BulkResults({ items, isRunning, onRetry, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null)
  const countOf = (...states: Result['state'][]) => items.filter(({ result }) => states.includes(result.state)).length
  const failedCount = countOf('failed')
  // The button that started it is gone, and the focus with it.
  useEffect(() => {
    if (!isRunning) close.current?.focus()
  }, [isRunning])
  return (
    <div className="grid gap-4">
      <p role="status" className="figures">
        {isRunning
          ? t('{done} of {count} decided...', {
              done: items.length - countOf('waiting', 'sending'),
              count: items.length,
            })
          : joinTexts(
              ', ',
              t('{count} done', { count: countOf('done') }),
              countOf('proposed') > 0 && t('{count} proposed', { count: countOf('proposed') }),
              countOf('skipped') > 0 && t('{count} left out', { count: countOf('skipped') }),
              countOf('refused') > 0 && t('{count} refused', { count: countOf('refused') }),
              failedCount > 0 && t('{count} failed', { count: failedCount }),
            )}
      </p>
      <ul className="grid max-h-[45dvh] gap-px overflow-y-auto rounded-2xl border border-line bg-line">
        {items.map(({ transaction: { _id, user, amount }, result }) => (
          <li key={_id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 bg-surface px-4 py-2.5">
            <ResultIcon state={result.state} />
            <span className="font-medium wrap-anywhere">{user.fullName}</span>
            <Amount amount={amount} signed className="font-semibold" />
            <span
              className={classNames(
                'col-span-2 col-start-2 text-sm',
                result.state === 'refused' || result.state === 'failed' ? 'text-negative' : 'text-muted',
              )}
            >
              {describeResult(result)}
            </span>
          </li>
        ))}
      </ul>
      {!isRunning && (
        <div className="flex flex-wrap gap-3">
          <Button ref={close} variant={failedCount > 0 ? 'secondary' : 'primary'} onClick={onClose}>
            {t('Close')}
          </Button>
          {failedCount > 0 && <Button onClick={onRetry}>{t('Try again ({count})', { count: failedCount })}</Button>}
        </div>
      )}
    </div>
  )
}

const describeResult = (result: Result) =>
  'text' in result ? result.text : result.state === 'sending' ? t('Sending...') : t('Waiting')

function ResultIcon({ state }: { state: Result['state'] }) {
  const className = 'mt-0.5 size-5'
  if (state === 'sending') return <Spinner className={className} />
  if (state === 'done') return <Check aria-hidden className={classNames(className, 'text-positive')} />
  if (state === 'proposed') return <UserRoundCheck aria-hidden className={classNames(className, 'text-warning')} />
  if (state === 'skipped') return <Minus aria-hidden className={classNames(className, 'text-muted')} />
  if (state === 'refused') return <X aria-hidden className={classNames(className, 'text-negative')} />
  if (state === 'failed') return <CircleAlert aria-hidden className={classNames(className, 'text-warning')} />
  return <span className={className} />
}
