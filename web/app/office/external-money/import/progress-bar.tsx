import type { Text } from '#contract/text.ts'

type Props = {
  label: Text
  /** Between 0 and 1; null while unknown. */
  fraction: number | null
}

export function ProgressBar({ label, fraction }: Props) {
  const percent = fraction === null ? null : Math.round(fraction * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-2 overflow-hidden rounded-full bg-line"
    >
      <div
        className={
          percent === null
            ? 'h-full w-full rounded-full bg-accent motion-safe:animate-breathe'
            : 'h-full rounded-full bg-accent transition-[width]'
        }
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}
