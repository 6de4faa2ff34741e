import { useMutation, useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import type { BulkResult, bookCertainEntries } from '#contract/external-money/statement-entry-acts.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { call } from '../../../shared/api/call.ts'
import { formatNumber, t, translateText } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { countsQuery } from './entries-query.ts'
import type { EntriesView } from './entries-view.ts'

const LINES_PER_CALL = 500
const TIMEOUT_MS = 120_000

/** Books every matched line, in parts, so that the page can say how far it is. What is left says why. */
export function BookCertain({ view }: { view: EntriesView }) {
  const { account, statement, search } = view
  const counts = useQuery(countsQuery({ account, statement })).data
  const [done, setDone] = useState<number>()
  const [left, setLeft] = useState<Text[]>([])
  const booking = useMutation({
    mutationFn: async () => {
      const results: BulkResult[] = []
      for (let after: string | undefined; ; ) {
        const part = await call<typeof bookCertainEntries>('POST', '/admin/bank-statements/lines/book-certain', {
          body: { account, statement, after, limit: LINES_PER_CALL },
          timeoutMs: TIMEOUT_MS,
        })
        results.push(...part.results)
        setDone(results.length)
        if (!part.next) return results
        after = part.next
      }
    },
    onSuccess: (results) => {
      const booked = results.filter(({ state }) => state === 'booked').length
      showToast({ message: t('{count, plural, one {# line booked} other {# lines booked}}', { count: booked }) })
      setLeft(reasonsOf(results))
    },
    onError: (error) => showError(error),
    onSettled: () => {
      setDone(undefined)
      void reloadOffice()
    },
  })
  const certain = counts?.certain ?? 0
  // It is about all lines of the page, so not while some are hidden by a search.
  if (search || (certain === 0 && left.length === 0)) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {left.length > 0 && (
        <ul role="status" className="text-sm text-muted">
          {left.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {certain > 0 && (
        <Button busy={booking.isPending} onClick={() => booking.mutate()}>
          {!booking.isPending && <CheckCheck aria-hidden className="size-4.5" />}
          {done === undefined
            ? t('Book certain ({count})', { count: formatNumber(certain) })
            : t('{done} of {count}', { done: formatNumber(done), count: formatNumber(certain) })}
        </Button>
      )}
    </div>
  )
}

/** '3 · Another member of staff must do this.' */
function reasonsOf(results: readonly BulkResult[]): Text[] {
  const groups = Map.groupBy(
    results.flatMap(({ message }) => message ?? []),
    (message) => message,
  )
  return [...groups].map(([message, { length }]) => joinTexts(' · ', formatNumber(length), translateText(message)))
}
