import { useState } from 'react'
import { JOURNAL_FORMATS, type JournalFormat, journalFileName } from '#contract/books/report-formats.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { DownloadButton } from '../../external-money/layout/download-button.tsx'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { type JournalRange, journalPresets } from './journal-presets.ts'
import { RangeChoice, rangeProblem } from './range-choice.tsx'

const FORMATS = Object.keys(JOURNAL_FORMATS) as JournalFormat[]

/** Every booking of a range of days, as one file. */
export function JournalSection() {
  const [range, setRange] = useState<JournalRange>(journalPresets(new Date())[0].range)
  const { from, to } = range
  return (
    <PanelSection
      title={t('Journal')}
      actions={FORMATS.map((format) => (
        <DownloadButton
          key={format}
          path={`/admin/reports/journal?from=${from}&to=${to}&format=${format}`}
          fileName={journalFileName(from, to, format)}
          disabled={rangeProblem(range) !== undefined}
        >
          {verbatim(JOURNAL_FORMATS[format].name)}
        </DownloadButton>
      ))}
    >
      <div className="grid gap-4 px-5 pb-5">
        <p className="max-w-prose text-[0.9375rem] text-muted">
          {t(
            'Every booking with its debit and credit, by code. Large ranges are fine: the file is sent as it is written.',
          )}
        </p>
        <RangeChoice range={range} onChange={setRange} />
      </div>
    </PanelSection>
  )
}
