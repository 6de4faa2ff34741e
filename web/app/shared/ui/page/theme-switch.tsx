import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import { msg } from '#contract/text-id.ts'
import { t } from '../../i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { useHydrated } from '../loading/use-hydrated.ts'
import { chooseTheme, THEMES, type Theme, useTheme } from './theme.ts'

const icons = { system: Monitor, light: Sun, dark: Moon }
const names = { system: msg('System'), light: msg('Light'), dark: msg('Dark') }

/** System, light or dark. `tone` is the background it is on. */
export function ThemeSwitch({ tone = 'paper' }: { tone?: 'paper' | 'night' }) {
  const theme = useTheme()
  const hydrated = useHydrated()
  // A page may have two switches, and radio buttons with the same name would share one selection.
  const name = useId()
  return (
    <fieldset
      // A choice made before hydration would be lost.
      disabled={!hydrated}
      className={classNames(
        'no-js:hidden inline-flex w-fit rounded-full border p-0.5',
        tone === 'night' ? 'border-night-line' : 'border-line',
      )}
    >
      <legend className="sr-only">{t('Theme')}</legend>
      {THEMES.map((option) => (
        <ThemeOption key={option} name={name} option={option} chosen={option === theme} tone={tone} />
      ))}
    </fieldset>
  )
}

type OptionProps = { name: string; option: Theme; chosen: boolean; tone: 'paper' | 'night' }

function ThemeOption({ name, option, chosen, tone }: OptionProps) {
  const Icon = icons[option]
  const checkedClass =
    tone === 'night' ? 'has-checked:bg-on-night has-checked:text-night' : 'has-checked:bg-ink has-checked:text-paper'
  return (
    <label
      title={t(names[option])}
      className={classNames(
        'relative grid size-9 pointer-coarse:size-11 cursor-pointer place-items-center rounded-full transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        tone === 'night' ? 'text-on-night-muted outline-on-night' : 'text-muted outline-accent',
        checkedClass,
      )}
    >
      <input
        type="radio"
        name={name}
        checked={chosen}
        onChange={() => chooseTheme(option)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
      />
      <Icon aria-hidden className="size-4.5" />
      <span className="sr-only">{t(names[option])}</span>
    </label>
  )
}
