import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { DayField } from './day-field.tsx'
import { type JournalRange, journalPresets } from './journal-presets.ts'

type Props = { range: JournalRange; onChange: (range: JournalRange) => void }

/** Why a range can't be used. */
export const rangeProblem = ({ from, to }: JournalRange) =>
  !from || !to ? t('Choose both days.') : from > to ? t('The first day is after the last.') : undefined

/** Ranges that bookkeepers ask for most, and any other. */
export function RangeChoice({ range, onChange }: Props) {
  const { from, to } = range
  return (
    <>
      <fieldset className="flex flex-wrap gap-2 print:hidden">
        <legend className="sr-only">{t('Range')}</legend>
        {journalPresets(new Date()).map(({ name, range: preset }) => {
          const isChosen = preset.from === from && preset.to === to
          return (
            <button
              key={name}
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChange(preset)}
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
        <DayField label={t('From')} value={from} onChange={(day) => onChange({ ...range, from: day })} />
        <DayField
          label={t('To')}
          value={to}
          error={rangeProblem(range)}
          onChange={(day) => onChange({ ...range, to: day })}
        />
      </div>
    </>
  )
}
