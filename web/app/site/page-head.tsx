import type { Text } from '#contract/text.ts'
import type { Content } from '../shared/ui/content.ts'

/** The top of every public page except the landing page. */
export function PageHead({ title, children }: { title: Text; children: Content }) {
  return (
    <div className="measure grid gap-6 pt-12 pb-14 md:pt-20 md:pb-20">
      <h1 className="display max-w-4xl text-[clamp(2.6rem,6.4vw,4.5rem)]">{title}</h1>
      <p className="max-w-2xl text-lg leading-relaxed text-muted md:text-xl">{children}</p>
    </div>
  )
}
