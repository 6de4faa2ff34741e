import { institution } from '../../institution.ts'
import { classNames } from '../class-names.ts'

/** The logo: an open book with a rising sun behind it. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <circle cx="16" cy="12.6" r="5" className="fill-sun" />
      <path
        className="fill-on-brand"
        d="M15.4 25.4c-2.7-2-6-2.9-9.4-2.8v-8.4c3.4-.1 6.7.8 9.4 2.8zM16.6 25.4c2.7-2 6-2.9 9.4-2.8v-8.4c-3.4-.1-6.7.8-9.4 2.8z"
      />
    </svg>
  )
}

export function Brand({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex max-w-full min-w-0 items-center gap-2.5', className)}>
      <BrandMark className="size-8 shrink-0" />
      <span className="truncate font-display text-[1.3125rem] leading-none font-[560] tracking-[-0.015em]">
        {institution.name}
      </span>
    </span>
  )
}
