import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { twoDigits } from '../../../shared/ui/figures/dates.ts'

export type JournalRange = { from: string; to: string }

const dayOf = (year: number, month: number, day: number) => {
  const date = new Date(year, month, day)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

type Preset = { name: Text; range: JournalRange }

/** Ranges that bookkeepers ask for most, this month first. Days in the browser's time zone. */
export function journalPresets(now: Date): [Preset, ...Preset[]] {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return [
    { name: t('This month'), range: { from: dayOf(year, month, 1), to: dayOf(year, month, day) } },
    { name: t('Last month'), range: { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) } },
    { name: t('This year'), range: { from: dayOf(year, 0, 1), to: dayOf(year, month, day) } },
    { name: t('Last year'), range: { from: dayOf(year - 1, 0, 1), to: dayOf(year - 1, 11, 31) } },
  ]
}
