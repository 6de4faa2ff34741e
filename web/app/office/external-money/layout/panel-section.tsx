import { useId } from 'react'
import type { Text } from '#contract/text.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { panelClass } from '../../layout/office-page.tsx'

type Props = { title: Text; beside?: Content; actions?: Content; className?: string; children: Content }

/** A panel with its own heading; `actions` are at its right. */
export function PanelSection({ title, beside, actions, className, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(panelClass, 'min-w-0 overflow-clip', className)}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 pt-3.5 pb-2.5">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 id={id} className="text-lg font-semibold wrap-anywhere">
            {title}
          </h2>
          {beside && <div className="figures text-sm text-muted">{beside}</div>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
