import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import type { ComponentProps } from './content.ts'
import { Spinner } from './feedback/spinner.tsx'
import { savesData } from './loading/saves-data.ts'
import { useHydrated } from './loading/use-hydrated.ts'

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong shadow-card',
  secondary: 'border border-edge/60 bg-surface text-ink hover:border-ink/60',
  quiet: 'text-ink hover:bg-ink/6',
  /** On a dark background. */
  inverse: 'bg-on-night text-night hover:bg-sun',
  danger: 'bg-negative-soft text-negative hover:bg-negative/15',
}
const sizes = {
  medium: 'min-h-11 px-5 text-[0.9375rem]',
  large: 'min-h-13 px-7 text-base',
}
export type ButtonVariant = { variant?: keyof typeof variants; size?: keyof typeof sizes }

const classOf = ({ variant = 'primary', size = 'medium' }: ButtonVariant, className?: string) =>
  classNames(
    'inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold text-balance sm:whitespace-nowrap',
    'transition-colors duration-150',
    variants[variant],
    sizes[size],
    className,
  )

type ButtonProps = ComponentProps<'button'> & ButtonVariant & { busy?: boolean }

/**
 * `busy` shows a spinner and disables the button. It is also disabled until hydration: a form that the browser submits
 * itself would be lost, and would put its password into the URL.
 */
export function Button({ variant, size, busy = false, className, children, disabled = false, ...button }: ButtonProps) {
  const hydrated = useHydrated()
  const unavailable = disabled || busy
  return (
    <button
      type="button"
      {...button}
      disabled={unavailable || !hydrated}
      className={classOf({ variant, size }, classNames(unavailable && 'opacity-55', className))}
    >
      {busy && <Spinner className="size-4.5" />}
      {children}
    </button>
  )
}

export function ButtonLink({ variant, size, className, ...link }: ComponentProps<typeof Link> & ButtonVariant) {
  return <Link prefetch={savesData() ? 'none' : 'intent'} {...link} className={classOf({ variant, size }, className)} />
}
