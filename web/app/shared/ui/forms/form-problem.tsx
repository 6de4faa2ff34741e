import type { Text } from '#contract/text.ts'

/** One message for the whole form, announced when it appears; fields refer to it with `aria-describedby`. */
export function FormProblem({ id, children }: { id: string; children: Text | undefined }) {
  return (
    <div role="alert" id={id} className="empty:sr-only">
      {children && (
        <p className="rounded-field bg-negative-soft px-4 py-3 text-[0.9375rem] font-medium text-negative">
          {children}
        </p>
      )}
    </div>
  )
}
