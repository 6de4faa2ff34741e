import { z } from 'zod'
import { id } from './fields.ts'

/** The size of a page. A query parameter is text; a repeated one is an array, and refused. */
export const pageLimit = (byDefault: number, max: number) => {
  const message = `The limit is a whole number between 1 and ${max}.`
  return z
    .string({ error: message })
    .regex(/^[1-9][0-9]{0,3}$/, message)
    .transform(Number)
    .refine((count) => count <= max, message)
    .prefault(String(byDefault))
    .meta({
      wire: { type: 'integer', minimum: 1, maximum: max, default: byDefault },
      description: `At most ${max}; ${byDefault} when absent.`,
    })
}

const PAGE_TEXT = 'The page is a whole number from 1.'
export const pageNumber = z
  .string({ error: PAGE_TEXT })
  .regex(/^[1-9][0-9]{0,8}$/, PAGE_TEXT)
  .transform(Number)
  .prefault('1')
  .meta({ wire: { type: 'integer', minimum: 1, maximum: 999_999_999, default: 1 }, description: 'From 1.' })

const CURSOR_DESCRIPTION = 'The position of the next page, from the Link header of the previous one.'

/** For lists that are sorted by id, newest first: ids are time-ordered. */
export const idCursor = id.optional().meta({ description: CURSOR_DESCRIPTION })

/** A position in a list sorted by time and id. Opaque to clients, which take it from the Link header. */
export type Position = { at: Date; id: string }

const POSITION = /^([0-9]{1,13})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const positionCursor = z
  .string({ error: 'Not a valid cursor.' })
  .regex(POSITION, 'Not a valid cursor.')
  .transform((text): Position => {
    const [, time = '', id = ''] = POSITION.exec(text) ?? []
    return { at: new Date(Number(time)), id }
  })
  .optional()
  .meta({ description: CURSOR_DESCRIPTION })

export const toPositionCursor = ({ at, id }: Position): string => `${at.getTime()}_${id}`

/** A position in a list sorted by a number and id: a time in milliseconds, or an amount in cents. */
export type Rank = { rank: number; id: string }

/** For lists that are sorted by time or by amount: the sort says which of them the number is. */
export const rankCursor = z
  .string({ error: 'Not a valid cursor.' })
  .regex(POSITION, 'Not a valid cursor.')
  .transform((text): Rank => {
    const [, rank = '', id = ''] = POSITION.exec(text) ?? []
    return { rank: Number(rank), id }
  })
  .optional()
  .meta({ description: CURSOR_DESCRIPTION })

export const toRankCursor = ({ rank, id }: Rank): string => `${rank}_${id}`
