import { type Bar, whole } from '../report.ts'

const WIDTH = 760
const ROW = 34
const LABEL = 270
const VALUE = 90

const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Horizontal bars in colors that are readable on a light and on a dark background. */
export function drawChart(bars: readonly Bar[]): string {
  const maximum = Math.max(...bars.map(({ value }) => value))
  const barSpace = WIDTH - LABEL - VALUE
  const height = bars.length * ROW + 16
  const rows = bars.map(({ label, value, unit, isReference }, index) => {
    const y = 8 + index * ROW
    const width = Math.max(1, Math.round((value / maximum) * barSpace))
    const fill = isReference ? '#8a8f98' : '#2f7d6d'
    return `  <text x="${LABEL - 10}" y="${y + 20}" text-anchor="end">${asText(label)}</text>
  <rect x="${LABEL}" y="${y + 4}" width="${width}" height="${ROW - 10}" rx="4" fill="${fill}"/>
  <text x="${LABEL + width + 8}" y="${y + 20}">${whole(value)}${unit}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Per second">
  <title>Per second: ${asText(bars.map(({ label, value }) => `${label} ${whole(value)}`).join(', '))}</title>
  <style>text { font: 14px system-ui, sans-serif; fill: #57606a } @media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } }</style>
${rows.join('\n')}
</svg>
`
}
