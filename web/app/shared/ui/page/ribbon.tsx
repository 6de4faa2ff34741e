import { DEMONSTRATION_RIBBON } from '#contract/settings/demonstration.ts'
import { useStartText } from '../../i18n/use-start-text.ts'

/** Always in the markup; the stylesheet shows it on a demonstration bank. */
export function Ribbon() {
  const t = useStartText()
  return (
    <aside
      aria-label={t('About this bank')}
      className="demonstration:block hidden min-h-8 bg-night px-4 py-1.5 text-center text-[0.8125rem] leading-5 font-medium text-on-night"
    >
      <span aria-hidden="true" className="me-2 inline-block size-2 rounded-full bg-sun align-[0.08em]" />
      {t(DEMONSTRATION_RIBBON)}
    </aside>
  )
}
