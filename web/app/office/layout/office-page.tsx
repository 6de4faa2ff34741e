import type { Text } from '#contract/text.ts'
import type { Content } from '../../shared/ui/content.ts'

type Props = { title: Text; beside?: Content; actions?: Content; children: Content }

/** Denser than the customer pages: administrators work in these all day. */
export function OfficePage({ title, beside, actions, children }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="display rounded-lg text-[1.75rem] leading-10 outline-none">{title}</h1>
          {beside}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}

export const panelClass = 'rounded-2xl border border-line bg-surface'
