import type { ReactNode } from 'react'
import { institution } from '../shared/institution.ts'
import { CardBrandIcons, SocialIcons } from './brand-icons.tsx'
import { PhoneNumbers } from './phone-numbers.tsx'

/** How to reach the bank, the same on every page that says so. */
export function ReachUs() {
  return (
    <section aria-labelledby="reach" className="border-t border-line bg-surface">
      <div className="measure grid gap-8 py-14 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto] lg:gap-x-14">
        <h2 id="reach" className="display text-3xl sm:col-span-2 lg:col-span-4">
          Reach us
        </h2>
        <Way name="Phone">
          <PhoneNumbers />
        </Way>
        <Way name="E-mail">
          <a href={`mailto:${institution.email}`} className="text-accent underline underline-offset-4">
            {institution.email}
          </a>
        </Way>
        <Way name="Follow us">
          <SocialIcons />
        </Way>
        <Way name="Cards we work with">
          <CardBrandIcons />
        </Way>
      </div>
    </section>
  )
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-sm font-medium text-muted">{name}</h3>
      <div className="text-lg">{children}</div>
    </div>
  )
}
