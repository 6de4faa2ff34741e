import { useId } from 'react'
import type { Text } from '#contract/text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { cardClass } from '../page.tsx'

type Props = {
  title: Text
  lead?: Content
  children: Content
  /** For links to this card. */
  id?: string
}

export function SettingsCard({ title, lead, children, id }: Props) {
  const headingId = useId()
  return (
    <section
      id={id}
      // A link to it moves the focus here.
      tabIndex={id ? -1 : undefined}
      aria-labelledby={headingId}
      className={classNames(cardClass, 'grid content-start gap-5 p-5 outline-none sm:p-6')}
    >
      <div className="grid gap-1">
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        {lead && <p className="text-[0.9375rem] text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
