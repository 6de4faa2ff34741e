import { type ReactNode, useId } from 'react'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'

export function SettingsCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(cardClass, 'grid content-start gap-5 p-5 sm:p-6')}>
      <div className="grid gap-1">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {lead && <p className="text-[0.9375rem] text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
