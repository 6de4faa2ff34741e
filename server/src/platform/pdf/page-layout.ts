import { PALETTE } from './palette.ts'
import type { Paper, PdfWriter } from './pdf-writer.ts'
import type { TextStyle } from './text-runs.ts'

const SIZES: Record<Paper, [width: number, height: number]> = { A4: [595.28, 841.89], Letter: [612, 792] }
const SIDE = 52

/** The area of a page for content, in points from its top left corner. The footer is below it. */
export type Frame = { left: number; right: number; width: number; top: number; bottom: number; pageHeight: number }

export function frameOf(paper: Paper): Frame {
  const [width, height] = SIZES[paper]
  return {
    left: SIDE,
    right: width - SIDE,
    width: width - 2 * SIDE,
    top: 44,
    bottom: height - 76,
    pageHeight: height,
  }
}

/** A part of a page whose height is known before it is drawn. */
export type Block = { height: number; draw: (pdf: PdfWriter, y: number) => void }

export const spaceOf = (height: number): Block => ({ height, draw: () => {} })

export const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0)

/** From top to bottom. Returns where they end. */
export function drawBlocks(pdf: PdfWriter, blocks: readonly Block[], top: number): number {
  let y = top
  for (const block of blocks) {
    block.draw(pdf, y)
    y += block.height
  }
  return y
}

const style = (family: TextStyle['family'], size: number, color: string = PALETTE.ink): TextStyle => ({
  family,
  size,
  color,
})

export const STYLES = {
  brand: style('display', 17),
  title: style('display', 25),
  heading: style('display', 13),
  subtitle: style('regular', 11.5, PALETTE.muted),
  body: style('regular', 9.5),
  strong: style('semibold', 9.5),
  name: style('semibold', 10.5),
  label: style('regular', 8, PALETTE.muted),
  columnHead: style('semibold', 7.5, PALETTE.muted),
  cell: style('regular', 8.5),
  cellStrong: style('semibold', 8.5),
  small: style('regular', 7.5, PALETTE.muted),
  footer: style('regular', 7, PALETTE.muted),
} as const

export const tabular = (base: TextStyle): TextStyle => ({ ...base, tabular: true })
export const colored = (base: TextStyle, color: string): TextStyle => ({ ...base, color })
