import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { EXAMPLES } from '../examples.ts'
import { id, isoTime } from '../fields.ts'
import { OPTIONAL_PUSH_KINDS, type OptionalPushKind } from './notification-kinds.ts'

/** More browsers than one person uses; each of them costs a request per notification. */
export const MAX_PUSH_DEVICES = 10

/** The keys are those of the example in RFC 8291. */
const exampleSubscription = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}

const ENDPOINT_TEXT = 'The endpoint is an https address of at most 1,000 characters.'
/** Without characters outside of ASCII, spaces, user name and password. */
const ENDPOINT_RULE = /^https?:\/\/[A-Za-z0-9[\]:.-]+\/[!-~]*$/
const endpointUrl = z.string({ error: ENDPOINT_TEXT }).max(1000, ENDPOINT_TEXT).regex(ENDPOINT_RULE, ENDPOINT_TEXT)

const KEYS_TEXT = 'The keys are those of the browser’s subscription, in base64url.'
const subscription = {
  endpoint: endpointUrl.meta({ description: 'The address of the browser’s push service: public and https.' }),
  keys: z.strictObject(
    {
      p256dh: z
        .string({ error: KEYS_TEXT })
        .regex(/^[A-Za-z0-9_-]{87}$/, KEYS_TEXT)
        .meta({ description: 'The public key, uncompressed.' }),
      auth: z.string({ error: KEYS_TEXT }).regex(/^[A-Za-z0-9_-]{22}$/, KEYS_TEXT),
    },
    { error: KEYS_TEXT },
  ),
}
const rules = { 'keys.p256dh': 'A point of the curve P-256.' }

export const pushDevice = z
  .object({
    _id: z.uuid(),
    userAgent: z.string().meta({ description: 'The User-Agent header of the request that added it.' }),
    createdAt: isoTime,
    current: z.boolean().meta({ description: 'Of the session of this request.' }),
  })
  .meta({
    id: 'PushDevice',
    examples: [
      {
        _id: EXAMPLES.pushDevice,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        createdAt: '2026-01-05T15:04:00.000Z',
        current: true,
      },
    ],
  })
export type PushDevice = z.infer<typeof pushDevice>

const kinds = z
  .strictObject(
    Object.fromEntries(
      OPTIONAL_PUSH_KINDS.map((kind) => [kind, z.boolean({ error: 'On is true, off is false.' })]),
    ) as Record<OptionalPushKind, z.ZodBoolean>,
  )
  .meta({ id: 'PushKinds' })
export type PushKinds = z.infer<typeof kinds>

const exampleKinds = Object.fromEntries(OPTIONAL_PUSH_KINDS.map((kind) => [kind, true])) as PushKinds

const pushSettings = z
  .object({
    publicKey: z
      .string()
      .meta({ description: 'The bank’s key, as `applicationServerKey` of the browser’s `pushManager.subscribe`.' }),
    showAmounts: z.boolean().meta({ description: 'Whether notifications name amounts and payees.' }),
    kinds,
    devices: z.array(pushDevice).meta({ description: 'Oldest first. Their addresses are never shown.' }),
  })
  .meta({
    id: 'PushSettings',
    examples: [
      {
        publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
        showAmounts: false,
        kinds: exampleKinds,
        devices: [],
      },
    ],
  })
export type PushSettings = z.infer<typeof pushSettings>

export const readPush = endpoint({
  method: 'GET',
  path: '/push',
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Events',
  summary: 'Push notifications: the bank’s key, own devices and what is sent',
  success: { status: 200, body: pushSettings },
})

export type PushChange = { showAmounts?: boolean | undefined; kinds?: PushKinds | undefined }

export const updatePush = endpoint({
  method: 'PATCH',
  path: '/push',
  fresh: ({ showAmounts }: PushChange) => showAmounts === true,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Events',
  summary: 'Choose which notifications are pushed, and whether they show amounts',
  description:
    'Notices about the security of the account are always sent to a device that is on. Showing amounts needs a fresh session.',
  body: z.strictObject({
    showAmounts: z.boolean({ error: 'On is true, off is false.' }).optional(),
    kinds: kinds.optional(),
  }),
  example: { body: { showAmounts: false, kinds: exampleKinds } },
  success: { status: 200, body: pushSettings },
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/push/devices',
  fresh: true,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Events',
  summary: 'Push notifications to this browser',
  description: `The body is the browser's subscription. It ends when this session is logged out or ended, but not when it expires. A
browser belongs to the person who added it last. The person is told by email.`,
  body: z.strictObject(subscription),
  example: { body: exampleSubscription },
  rules,
  success: { status: 201, body: pushDevice },
  refusals: ['push_endpoint_refused', 'push_device_limit'],
})

export const renewPushDevice = endpoint({
  method: 'PUT',
  path: '/push/devices/:id',
  // The previous endpoint proves that the caller has the browser: a thief with a stolen token alone does not know it.
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Events',
  summary: 'Go on pushing to this browser in this session',
  description:
    'After a new log-in, and when the browser’s subscription has changed. `not_found`: the device was removed, or is another person’s.',
  params: z.strictObject({ id }),
  body: z.strictObject({ ...subscription, previousEndpoint: endpointUrl }),
  example: {
    params: { id: EXAMPLES.pushDevice },
    body: { ...exampleSubscription, previousEndpoint: exampleSubscription.endpoint },
  },
  rules,
  success: { status: 200, body: pushDevice },
  refusals: ['push_endpoint_refused', 'not_found'],
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/push/devices/:id',
  fresh: false,
  policy: 'signedIn',
  apiOnly: true,
  tag: 'Events',
  summary: 'Stop pushing to an own device',
  params: z.strictObject({ id }),
  example: { params: { id: EXAMPLES.pushDevice } },
  success: { status: 204, body: null },
  refusals: ['not_found'],
})
