import { verbatim } from '#contract/text.ts'
import { dayName } from './schedule-text.ts'

/** 'December 1 · January 1, 2027': a date is not broken over two lines. */
export const DayList = ({ days }: { days: readonly string[] }) =>
  days.map((day, index) => (
    <span key={day}>
      {index > 0 && verbatim(' · ')}
      <span className="whitespace-nowrap">{dayName(day)}</span>
    </span>
  ))
