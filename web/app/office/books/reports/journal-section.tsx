import { useState } from 'react'
import { journalFileName } from '#contract/books/report-formats.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { DownloadButton } from '../../external-money/layout/download-button.tsx'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { DayField } from './day-field.tsx'
import { type JournalRange, journalPresets } from './journal-presets.ts'

/** Every posting of a range of days, as one CSV file. */
export function JournalSection() {
  const presets = journalPresets(new Date())
  const [range, setRange] = useState<JournalRange>(presets[0].range)
  const { from, to } = range
  const problem = !from || !to ? t('Choose both days.') : from > to ? t('The first day is after the last.') : undefined
  return (
    <PanelSection title={t('Journal')}>
      <div className="grid gap-4 px-5 pb-5">
        <p className="max-w-prose text-[0.9375rem] text-muted">
          {t(
            'Every booking with its entry, accounts, debit and credit. Large ranges are fine: the file is sent as it is written.',
          )}
        </p>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t('Range')}</legend>
          {presets.map(({ name, range: preset }) => {
            const isChosen = preset.from === from && preset.to === to
            return (
              <button
                key={name}
                type="button"
                aria-pressed={isChosen}
                onClick={() => setRange(preset)}
                className={classNames(
                  'min-h-9 rounded-full border px-3.5 text-[0.9375rem] font-medium',
                  isChosen ? 'border-accent bg-accent-soft text-accent' : 'border-edge/60 hover:border-ink/60',
                )}
              >
                {name}
              </button>
            )
          })}
        </fieldset>
        <div className="flex flex-wrap items-start gap-4">
          <DayField label={t('From')} value={from} onChange={(day) => setRange({ ...range, from: day })} />
          <DayField label={t('To')} value={to} error={problem} onChange={(day) => setRange({ ...range, to: day })} />
          <div className="sm:pt-7.5">
            <DownloadButton
              path={`/admin/reports/journal?from=${from}&to=${to}`}
              fileName={journalFileName(from, to)}
              disabled={problem !== undefined}
            >
              {t('Download CSV')}
            </DownloadButton>
          </div>
        </div>
      </div>
    </PanelSection>
  )
}
