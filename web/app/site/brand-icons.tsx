import {
  type SimpleIcon,
  siAmericanexpress,
  siDiscover,
  siFacebook,
  siInstagram,
  siMastercard,
  siVisa,
  siX,
  siYoutube,
} from 'simple-icons'

/** A simple hint, not links: an institution brings its own accounts and contracts. */
export const SocialIcons = () => <IconRow label="Social networks" icons={[siInstagram, siFacebook, siX, siYoutube]} />
export const CardBrandIcons = () => (
  <IconRow label="Payment cards" icons={[siVisa, siMastercard, siAmericanexpress, siDiscover]} large />
)

function IconRow({ label, icons, large }: { label: string; icons: SimpleIcon[]; large?: boolean }) {
  return (
    <ul aria-label={label} className="flex flex-wrap items-center gap-3">
      {icons.map(({ title, path }) => (
        <li
          key={title}
          className="grid h-11 min-w-11 place-items-center rounded-xl border border-line bg-surface px-2.5"
        >
          <svg
            viewBox="0 0 24 24"
            role="img"
            aria-label={title}
            className={large ? 'size-9 fill-ink' : 'size-5 fill-ink'}
          >
            <path d={path} />
          </svg>
        </li>
      ))}
    </ul>
  )
}
