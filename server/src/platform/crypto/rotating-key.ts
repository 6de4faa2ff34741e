/** The key in use, and while APP_SECRET is changed the other one, which is accepted too. */
export type RotatingKey = Buffer | readonly [inUse: Buffer, accepted: Buffer]

export const keyInUse = (key: RotatingKey): Buffer => (Buffer.isBuffer(key) ? key : key[0])

export const acceptedKeys = (key: RotatingKey): readonly Buffer[] => (Buffer.isBuffer(key) ? [key] : key)
