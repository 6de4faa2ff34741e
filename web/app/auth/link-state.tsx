import type { Text } from '#contract/text.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import type { Content } from '../shared/ui/content.ts'
import { FormHead } from './form-parts.tsx'

/** The link itself was refused: trying again can't help, unlike after too many requests. */
export const isLinkRefused = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

type LinkStateProps = { title: Text; children: Content; to: string; label: Text }

/** The end of a link from an email: what happened, and where to go from here. */
export function LinkState({ title, children, to, label }: LinkStateProps) {
  return (
    <div role="status">
      <FormHead title={title}>{children}</FormHead>
      <ButtonLink to={to} size="large">
        {label}
      </ButtonLink>
    </div>
  )
}
