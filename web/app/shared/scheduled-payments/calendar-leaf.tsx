import { leafOf } from './schedule-text.ts'

/** A due day as a leaf of a calendar. The text beside it says the day in full. */
export function CalendarLeaf({ day }: { day: string }) {
  const { month, day: number } = leafOf(day)
  return (
    <span
      aria-hidden="true"
      className="figures grid w-12 shrink-0 self-start overflow-hidden rounded-xl border border-line bg-surface text-center"
    >
      <span className="bg-accent-soft py-0.5 text-[0.6875rem] font-semibold text-accent uppercase">{month}</span>
      <span className="py-1 text-lg leading-tight font-semibold">{number}</span>
    </span>
  )
}
