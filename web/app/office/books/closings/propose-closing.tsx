import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { proposeClosing } from '#contract/books/closings.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import { reloadBell } from '../../../shared/live/bell-query.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { DayField } from '../reports/day-field.tsx'
import { journalPresets } from '../reports/journal-presets.ts'
import { ChecklistItems } from './checklist.tsx'
import { checklistQuery } from './closings-query.ts'

/** The end of last month is what is closed most. */
export function ProposeClosing() {
  const [until, setUntil] = useState(journalPresets(new Date())[1]?.range.to ?? '')
  const query = useQuery(checklistQuery(until))
  const propose = useMutation({
    mutationFn: () => call<typeof proposeClosing>('POST', '/admin/closings', { body: { until } }),
    onSuccess: () => {
      showToast({ message: t(PROPOSED_TEXT) })
      return Promise.all([reloadOffice(), reloadBell()])
    },
    onError: (error) => showError(error),
  })
  const { error } = query
  const problem = error instanceof ApiError ? translateText(error.message) : undefined
  const blocked = query.data?.items.some(({ blocks }) => blocks) ?? true
  return (
    <PanelSection title={t('Close a period')}>
      <div className="grid gap-5 px-5 pb-5">
        <p className="max-w-prose text-[0.9375rem] text-muted">
          {t(
            'A second member of staff confirms it. From then on nothing can be booked up to that day, and the reports of the period are kept, signed.',
          )}
        </p>
        <DayField label={t('Up to and including')} value={until} error={problem} onChange={setUntil} />
        {query.data && <ChecklistItems checklist={query.data} />}
        {query.isFetching && !query.data && <Skeleton className="h-32 w-full max-w-lg" />}
        <div>
          <Button busy={propose.isPending} disabled={!query.data || blocked} onClick={() => propose.mutate()}>
            {t('Propose closing')}
          </Button>
        </div>
      </div>
    </PanelSection>
  )
}
