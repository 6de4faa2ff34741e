import type { Text } from '#contract/text.ts'
import type { Content } from '../../../shared/ui/content.ts'

/** What a run says about itself: below each other on the narrowest phones, where a large total needs the whole line. */
export const Facts = ({ children }: { children: Content }) => (
  <dl className="grid grid-cols-1 gap-x-6 gap-y-3 px-5 pb-4 min-[26rem]:grid-cols-2 sm:gap-x-8 lg:grid-cols-4">
    {children}
  </dl>
)

export const Fact = ({ name, children }: { name: Text; children: Content }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
)
