import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { refusals } from '../refusals.ts'
import { IMAGE_URL_PATTERN, imageIdOf } from './image-url.ts'
import { user } from './people.ts'

const NO_IMAGE_TEXT = refusals.no_image.message

export const choosePicture = endpoint({
  method: 'PUT',
  path: '/users/picture',
  fresh: false,
  policy: 'signedIn',
  tag: 'People',
  summary: 'Choose own profile picture',
  description: 'An own upload that is an image, or an empty text for none.',
  body: z.strictObject({
    image: z
      .string({ error: NO_IMAGE_TEXT })
      .refine((text) => text === '' || imageIdOf(text) !== null, NO_IMAGE_TEXT)
      .transform((text) => imageIdOf(text))
      .meta({ pattern: `^$|${IMAGE_URL_PATTERN}` }),
  }),
  example: { body: { image: EXAMPLES.uploadUrl } },
  success: { status: 200, body: user },
  refusals: ['account_closed', 'no_image'],
})
