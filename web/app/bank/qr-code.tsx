import encodeQR from 'qr'
import type { Text } from '#contract/text.ts'

/** The border that scanners need, in modules. */
const QUIET_ZONE = 2

/** Dark on light in both themes, as scanners expect. */
export function QrCode({ text, label, sizePx = 120 }: { text: string; label: Text; sizePx?: number }) {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="rounded-lg bg-scan-light"
    >
      <path d={path} className="fill-scan-dark" />
    </svg>
  )
}
