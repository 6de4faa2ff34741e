const places = [
  { x: 128, y: 150 },
  { x: 96, y: 246 },
  { x: 168, y: 330 },
  { x: 330, y: 128 },
  { x: 372, y: 216 },
  { x: 322, y: 318 },
]
const HOME = { x: 240, y: 226 }

/** Longitudes are ellipses, latitudes flat arcs; dotted lines are payments on their way to the bank. */
export function Globe() {
  return (
    <svg viewBox="0 0 480 460" aria-hidden="true" className="mx-auto w-full max-w-[34rem]">
      <g className="fill-none stroke-night-line" strokeWidth="1.25">
        <circle cx="240" cy="230" r="196" />
        {[150, 92, 34].map((rx) => (
          <ellipse key={rx} cx="240" cy="230" rx={rx} ry="196" />
        ))}
        {[-140, -76, 0, 76, 140].map((y) => (
          <path
            key={y}
            d={`M${240 - Math.sqrt(196 ** 2 - y ** 2)} ${230 + y}q${Math.sqrt(196 ** 2 - y ** 2)} ${y === 0 ? 26 : 22} ${2 * Math.sqrt(196 ** 2 - y ** 2)} 0`}
          />
        ))}
      </g>
      <g className="fill-none stroke-sun" strokeWidth="1.75" strokeLinecap="round" strokeDasharray="1 7">
        {places.map(({ x, y }) => (
          <path
            key={`${x}-${y}`}
            d={`M${x} ${y}Q${(x + HOME.x) / 2} ${Math.min(y, HOME.y) - 52} ${HOME.x} ${HOME.y}`}
          />
        ))}
      </g>
      {places.map(({ x, y }) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="5" className="fill-on-night" />
      ))}
      <circle cx={HOME.x} cy={HOME.y} r="21" className="fill-night stroke-sun" strokeWidth="1.75" />
      <circle cx={HOME.x} cy={HOME.y} r="10" className="fill-sun" />
    </svg>
  )
}
