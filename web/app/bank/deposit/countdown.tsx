import { Timer } from 'lucide-react'
import { classNames } from '../../shared/ui/class-names.ts'
import { minutesAndSeconds } from './minutes-and-seconds.ts'

/** A timer is not read out every second; whoever asks hears where it stands. */
export function Countdown({ label, left }: { label: string; left: number }) {
  const soon = left < 60
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
      {label}: {minutesAndSeconds(left)}
    </p>
  )
}
