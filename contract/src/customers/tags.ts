import { z } from 'zod'
import { requiredLine, verbatimText } from '../fields.ts'

export const MAX_TAG_LENGTH = 30

const TAG_TEXT = 'Enter a tag.'

/** The form in which tags are compared: 'VIP', 'vip' and a 'vip' with an invisible character are one tag. */
export const tagKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const tagText = requiredLine(MAX_TAG_LENGTH, 'Tag', TAG_TEXT).refine(
  (text) => text === '' || tagKey(text) !== '',
  TAG_TEXT,
)

/** A filter of lists. */
export const tagFilter = tagText
  .optional()
  .meta({ description: 'Only those with this tag, in any case. Has a visible character.', examples: ['VIP'] })

/** The tags of a person or transaction, in responses. */
export const tagTexts = z
  .array(verbatimText)
  .meta({ description: 'Tags of staff. Customers never see them, nor members of staff those about themselves.' })
