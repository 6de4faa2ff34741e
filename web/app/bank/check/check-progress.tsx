/** Before the proof has arrived there is nothing to count. */
export function CheckProgress({ done, total }: { done: number; total: number }) {
  return (
    <div className="grid gap-2">
      <progress
        aria-label="Progress of the check"
        className="h-2 w-full overflow-hidden rounded-full accent-accent"
        {...(total > 0 ? { value: done, max: total } : {})}
      />
      <p className="text-sm text-muted">
        {total > 0
          ? `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} recomputed`
          : 'Loading the proof...'}
      </p>
    </div>
  )
}
