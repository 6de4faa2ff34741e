/** How far a stream is: in the person's own events and, for an administrator, in the office's. */
export type StreamPosition = { person: bigint; office: bigint | null }

export const toEventId = ({ person, office }: StreamPosition): string =>
  office === null ? String(person) : `${person}.${office}`

/** What a client sends back; its text was checked by the contract. An office part means nothing without the role. */
export function parseEventId(text: string): StreamPosition {
  const [person = '0', office] = text.split('.')
  return { person: BigInt(person), office: office === undefined ? null : BigInt(office) }
}
