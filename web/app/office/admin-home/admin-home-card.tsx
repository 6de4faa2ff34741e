import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../shared/ui/class-names.ts'
import { panelClass } from '../office-page.tsx'

type Props = { title: string; to: string; linkText: string; children: ReactNode }

export function AdminHomeCard({ title, to, linkText, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(panelClass, 'overflow-hidden')}>
      <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 pr-3 pl-5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <Link
          to={to}
          className="inline-flex min-h-9 items-center rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline pointer-coarse:min-h-11"
        >
          {linkText}
        </Link>
      </div>
      {children}
    </section>
  )
}

export const adminHomeRowClass =
  'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 px-5 py-2 hover:bg-ink/3 focus-visible:-outline-offset-2'

export const AdminHomeEmpty = ({ children }: { children: ReactNode }) => (
  <p className="px-5 py-6 text-muted">{children}</p>
)
