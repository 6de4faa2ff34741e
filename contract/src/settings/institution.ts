import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { verbatimText } from '../fields.ts'

/** Details of the bank that the public pages show, from the server's configuration. */
export const institution = z
  .object({
    name: verbatimText,
    legalName: verbatimText,
    regulator: verbatimText,
    phone: verbatimText,
    email: verbatimText,
    address: verbatimText,
    /** True until a legal name and a regulator line are configured: every page then shows the demo ribbon. */
    demonstration: z.boolean(),
    /** Of all accounts and amounts; `decimals` is the most that an amount can have. */
    currency: z.object({ code: z.string(), decimals: z.number().int() }),
  })
  .meta({
    id: 'Institution',
    examples: [
      {
        name: 'Fable Bank',
        legalName: '',
        regulator: '',
        phone: '+1 (555) 010-0142',
        email: 'hello@fable.example',
        address: '12 Storyteller Lane, Fableton, FB 10142',
        demonstration: true,
        currency: { code: 'USD', decimals: 2 },
      },
    ],
  })
export type Institution = z.infer<typeof institution>

export const getInstitution = endpoint({
  method: 'GET',
  path: '/institution',
  policy: 'public',
  tag: 'Public',
  summary: 'Name, contact and legal lines of the institution',
  success: { status: 200, body: institution },
})
