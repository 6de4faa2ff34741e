const dayOf = (iso: string) => new Date(iso).toDateString()

type Dates = { createdAt: string; bookedAt: string | null }

/** 'booked Jan 5th 25' when the booking date differs from the value date, otherwise null. */
export const bookingNote = ({ createdAt, bookedAt }: Dates, day: (iso: string) => string): string | null =>
  bookedAt !== null && dayOf(bookedAt) !== dayOf(createdAt) ? `booked ${day(bookedAt)}` : null
