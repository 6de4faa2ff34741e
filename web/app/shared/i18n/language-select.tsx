import { Languages } from 'lucide-react'
import { LOCALE_NAMES, type Locale, pageOfPath, pathIn } from '#contract/locales.ts'
import { verbatim } from '#contract/text.ts'
import { locales } from '../institution.ts'
import { classNames } from '../ui/class-names.ts'
import { currentLocale, t } from './i18n.ts'
import { rendering } from './rendering.ts'
import { keepChoice } from './start-locale.ts'

/** A visitor’s language, kept in the browser. `tone` is the background it is on. */
export default function LanguageSelect({ tone }: { tone: 'paper' | 'night' }) {
  return (
    <label
      className={classNames(
        'inline-flex min-h-10 items-center gap-2 rounded-full border ps-3.5 pe-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
        tone === 'night' ? 'border-night-line text-on-night outline-on-night' : 'border-line text-ink outline-accent',
      )}
    >
      <Languages aria-hidden className="size-4.5 max-[22.4rem]:hidden" />
      <span className="sr-only">{t('Language')}</span>
      <select
        value={currentLocale()}
        onChange={({ target }) => openIn(target.value as Locale)}
        className="max-w-28 max-[22.4rem]:max-w-20 cursor-pointer bg-transparent py-2 pointer-coarse:min-h-11 pointer-coarse:text-base text-ellipsis outline-none sm:max-w-none"
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale} className="bg-paper text-ink">
            {verbatim(LOCALE_NAMES[locale])}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Loads the page again: one language is loaded at a time. */
export function openIn(locale: Locale) {
  const kept = keepChoice(locale)
  const { pathname, search, hash } = window.location
  if (rendering() === 'page') window.location.assign(pathIn(locale, pageOfPath(pathname)) + search + hash)
  else if (kept) window.location.reload()
}
