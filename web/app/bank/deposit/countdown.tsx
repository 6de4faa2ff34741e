import { Timer } from 'lucide-react'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { minutesAndSeconds } from './minutes-and-seconds.ts'

/** aria-live is off, so that screen readers don't announce every second. */
export function Countdown({ label, secondsLeft }: { label: Text; secondsLeft: number }) {
  const soon = secondsLeft < 60
  return (
    <p
      role="timer"
      aria-live="off"
      className={classNames(
        'figures inline-flex items-center gap-2 rounded-full px-3 py-1.5 text-[0.9375rem] font-medium',
        soon ? 'bg-warning-soft text-warning' : 'bg-sunken text-ink',
      )}
    >
      <Timer aria-hidden className="size-4.5" />
      {joinTexts(': ', label, verbatim(minutesAndSeconds(secondsLeft)))}
    </p>
  )
}
