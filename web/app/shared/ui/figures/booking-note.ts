import type { Text } from '#contract/text.ts'
import { t } from '../../i18n/i18n.ts'

const dayOf = (iso: string) => new Date(iso).toDateString()

type Dates = { createdAt: string; bookedAt: string | null }

/** 'booked Jan 5th 25' when the booking date differs from the value date, otherwise null. */
export const bookingNote = ({ createdAt, bookedAt }: Dates, day: (iso: string) => Text): Text | null =>
  bookedAt !== null && dayOf(bookedAt) !== dayOf(createdAt) ? t('booked {day}', { day: day(bookedAt) }) : null
