/** More pixels than these are slow to draw and exceed what some phones allow for one canvas. */
const MAX_PIXELS = 8_000_000
const MAX_SIDE_PX = 4096
/** A page may claim to be 5 mm wide and 5 m high. It is shown squeezed instead of as a long thread. */
const MAX_RATIO = 8

type Size = { width: number; height: number }

/** Height by width, within bounds. */
export const pageRatio = ({ width, height }: Size): number =>
  Math.min(Math.max(height / width || 1, 1 / MAX_RATIO), MAX_RATIO)

/** The scale at which a page fills `cssWidth` on this screen, or as near to it as a canvas allows. */
export function drawingScale({ width, height }: Size, cssWidth: number, pixelRatio: number): number {
  const wanted = (cssWidth * pixelRatio) / width
  const bySide = MAX_SIDE_PX / Math.max(width, height)
  const byArea = Math.sqrt(MAX_PIXELS / (width * height))
  return Math.min(wanted, bySide, byArea)
}
