const rows = [0, 1, 2, 3, 4, 5, 6]
const figures = [58, 44, 66, 38, 52, 60, 48]

/** An open account book: lines of text on the left page, aligned figures on the right. */
export function OpenBook() {
  return (
    <svg viewBox="0 0 440 330" aria-hidden="true" className="mx-auto w-full max-w-md">
      <circle cx="316" cy="92" r="70" className="fill-sun/85" />
      <path
        d="M28 84c66-8 130 2 186 40v184c-56-38-120-48-186-40z"
        className="fill-paper stroke-ink"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M412 84c-66-8-130 2-186 40v184c56-38 120-48 186-40z"
        className="fill-paper stroke-ink"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <path
        d="M16 100v190c68-8 134 4 198 38 2 3 10 3 12 0 64-34 130-46 198-38V100"
        className="fill-none stroke-ink"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <g className="fill-none stroke-muted/60" strokeWidth="3" strokeLinecap="round">
        {rows.map((row) => (
          <path
            key={row}
            d={`M54 ${114 + row * 21}c${24 + (row % 3) * 16} -2 ${52 + (row % 3) * 16} 2 ${74 + (row % 3) * 16} ${10 + (row % 3) * 4}`}
          />
        ))}
      </g>
      <g className="fill-none stroke-accent" strokeWidth="3.5" strokeLinecap="round">
        {rows.map((row) => (
          <path
            key={row}
            d={`M388 ${114 + row * 21}c-${(figures[row] ?? 50) / 3} -1 -${(figures[row] ?? 50) / 1.5} 2 -${figures[row]} 6`}
          />
        ))}
      </g>
    </svg>
  )
}
