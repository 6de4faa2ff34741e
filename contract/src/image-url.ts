/** The URL of an upload, which contains its id. */
const PREFIX = '/api/images/'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const imageUrlOf = (id: string): string => PREFIX + id

/** The id in an imageUrl, or a bare id; null when it is neither. */
export function imageIdOf(text: string): string | null {
  const id = (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text).toLowerCase()
  return UUID.test(id) ? id : null
}
