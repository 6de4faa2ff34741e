import { joinTexts } from '#contract/text.ts'
import { formatDay, staffTime } from '../../shared/ui/figures/dates.ts'

export { formatDay }

/** 'Jan 5, 2026 15:04', in the browser's time zone. */
export const formatDateTime = (iso: string) => joinTexts(' ', formatDay(iso), staffTime(iso))
