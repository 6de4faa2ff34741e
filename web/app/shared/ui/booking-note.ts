const dayOf = (iso: string) => new Date(iso).toDateString()

type Dates = { createdAt: string; bookedAt: string | null }

/** 'booked Jan 5th 25' where the bank wrote it down on another day than the one it counts for, otherwise nothing. */
export const bookingNote = ({ createdAt, bookedAt }: Dates, day: (iso: string) => string): string | null =>
  bookedAt !== null && dayOf(bookedAt) !== dayOf(createdAt) ? `booked ${day(bookedAt)}` : null
