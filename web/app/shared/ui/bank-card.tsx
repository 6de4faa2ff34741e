import { institution } from '../institution.ts'
import { BrandMark } from './brand.tsx'
import { classNames } from './class-names.ts'

/** Decoration with a number that is not in use. */
export function BankCard({ holder = 'Clara Whitfield', number = '4000 1234 5678 9010', className }: Props) {
  return (
    <div
      className={classNames(
        'relative flex aspect-[1.586] flex-col justify-between overflow-hidden rounded-[1.4rem] p-[7%] text-on-brand',
        'bg-brand shadow-lifted',
        className,
      )}
    >
      <Contours />
      <div className="relative flex items-start justify-between">
        <span className="font-display text-[1.0625rem] font-[560]">{institution.name}</span>
        <Chip />
      </div>
      <div className="relative grid gap-3">
        <span className="figures text-[clamp(0.95rem,4.4vw,1.125rem)] tracking-[0.08em] whitespace-nowrap">
          {number}
        </span>
        <div className="flex items-end justify-between text-[0.8125rem]">
          <span>{holder}</span>
          <BrandMark className="size-8 rounded-[9px] ring-1 ring-on-brand/25" />
        </div>
      </div>
    </div>
  )
}
type Props = { holder?: string; number?: string; className?: string }

function Chip() {
  return (
    <svg viewBox="0 0 40 30" aria-hidden="true" className="w-10">
      <rect width="40" height="30" rx="6" className="fill-sun" />
      <path
        d="M0 10h12a3 3 0 0 1 3 3v4a3 3 0 0 1-3 3H0M40 10H28a3 3 0 0 0-3 3v4a3 3 0 0 0 3 3h12M15 13V0M25 13V0M15 17v13M25 17v13"
        className="fill-none stroke-night/45"
        strokeWidth="1.4"
      />
    </svg>
  )
}

/** Curves like the pages of an open book. */
function Contours() {
  const pages = [0, 1, 2, 3, 4, 5, 6]
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true" className="absolute inset-0 size-full" preserveAspectRatio="none">
      {pages.map((page) => (
        <path
          key={page}
          d={`M${120 + page * 26} 210C${150 + page * 30} ${130 - page * 6} ${230 + page * 22} ${70 - page * 14} 340 ${52 - page * 26}`}
          className="fill-none stroke-on-brand/14"
          strokeWidth="1.2"
        />
      ))}
    </svg>
  )
}
