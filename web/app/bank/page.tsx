import type { Text } from '#contract/text.ts'
import type { Content } from '../shared/ui/content.ts'

type Props = { title: Text; lead?: Content; actions?: Content; children: Content }

/** Heading, page-level actions and content. */
export function Page({ title, lead, actions, children }: Props) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 className="display wrap-anywhere text-[clamp(1.9rem,4vw,2.6rem)]">{title}</h1>
          {lead && <p className="max-w-2xl text-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}

export const cardClass = 'rounded-card border border-line bg-surface shadow-card'
