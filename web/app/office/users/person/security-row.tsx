import { TriangleAlert } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import type { Content } from '../../../shared/ui/content.ts'
import type { SecretState } from './secret-states.ts'

type RowProps = { name: Text; state: SecretState; note?: Text; children: Content }

export function SecurityRow({ name, state: { text, isProblem }, note, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-surface py-1.5 pe-1.5 ps-4">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        {isProblem ? (
          <p className="flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-warning">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {text}
          </p>
        ) : (
          <p className="text-sm wrap-anywhere text-muted">{text}</p>
        )}
        {note && <p className="text-sm wrap-anywhere text-muted">{note}</p>}
      </div>
      <div className="-ms-4 flex flex-wrap">{children}</div>
    </div>
  )
}
