/** The bank's mark as an illustration: the sun behind an open book. */
export function Sunrise({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 420 332" aria-hidden="true" className={className} preserveAspectRatio="xMaxYMax meet">
      <circle cx="236" cy="168" r="92" className="fill-sun" />
      <path
        className="fill-on-brand"
        d="M230 330c-44-34-104-50-168-49V148c64-2 124 14 168 49zM242 330c44-34 104-50 168-49V148c-64-2-124 14-168 49z"
      />
      <g className="fill-none stroke-brand/35" strokeWidth="3" strokeLinecap="round">
        {[0, 1, 2, 3].map((row) => (
          <path key={row} d={`M86 ${182 + row * 27}c42 0 82 8 118 ${26}M386 ${182 + row * 27}c-42 0-82 8-118 ${26}`} />
        ))}
      </g>
    </svg>
  )
}
