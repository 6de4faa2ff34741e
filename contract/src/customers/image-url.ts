/** The URL of an upload, which contains its id. */
const PREFIX = '/api/images/'
const WRITTEN = /^\/api\/(?:v1\/)?images\//
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** For the OpenAPI document. */
const UUID_PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
export const IMAGE_URL_PATTERN = `^(?:/api/(?:v1/)?images/)?${UUID_PATTERN}$`

export const imageUrlOf = (id: string): string => PREFIX + id

/** The id in an imageUrl (of either version of the path), or a bare id; null when it is neither. */
export function imageIdOf(text: string): string | null {
  const id = text.replace(WRITTEN, '').toLowerCase()
  return UUID.test(id) ? id : null
}
