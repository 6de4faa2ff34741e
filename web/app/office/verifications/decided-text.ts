import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { formatDateTime } from '../parts/format-date.ts'

/** When a decision was made, and by whom. */
export const decidedText = (at: string, name: Text | undefined) =>
  name ? t('{date} by {name}', { date: formatDateTime(at), name }) : formatDateTime(at)
