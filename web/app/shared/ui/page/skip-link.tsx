import { t } from '../../i18n/i18n.ts'

/** The first focusable element on every page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 start-2 z-50 -translate-y-24 rounded-full bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
    >
      {t('Skip to content')}
    </a>
  )
}
