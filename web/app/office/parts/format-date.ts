import { formatDay, staffTime } from '../../shared/ui/figures/dates.ts'

export { formatDay }

/** 'Jan 5, 2026 15:04', in the browser's time zone. */
export const formatDateTime = (iso: string) => `${formatDay(iso)} ${staffTime(iso)}`
