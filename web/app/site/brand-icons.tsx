import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../shared/i18n/i18n.ts'

type Brand = { slug: string; name: string }

const socialNetworks: Brand[] = [
  { slug: 'instagram', name: 'Instagram' },
  { slug: 'facebook', name: 'Facebook' },
  { slug: 'x', name: 'X' },
  { slug: 'youtube', name: 'YouTube' },
]
const paymentCards: Brand[] = [
  { slug: 'visa', name: 'Visa' },
  { slug: 'mastercard', name: 'Mastercard' },
  { slug: 'americanexpress', name: 'American Express' },
  { slug: 'discover', name: 'Discover' },
]

/** Decorative, not links: each institution has its own accounts and contracts. */
export const SocialIcons = () => <IconRow label={t('Social networks')} brands={socialNetworks} size="size-5" />
export const CardBrandIcons = () => <IconRow label={t('Payment cards')} brands={paymentCards} size="size-9" />

function IconRow({ label, brands, size }: { label: Text; brands: Brand[]; size: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-2 sm:gap-3">
      {brands.map(({ slug, name }) => (
        <li
          key={slug}
          className="grid h-11 min-w-11 place-items-center rounded-xl border border-line bg-surface px-2.5"
        >
          <svg role="img" aria-label={verbatim(name)} className={`${size} fill-ink`}>
            <use href={`/brands.svg#${slug}`} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
