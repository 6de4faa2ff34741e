/** How far a stream has come: in the person's own events and, for an administrator, in those of the office. */
export type StreamPosition = { person: bigint; office: bigint | null }

export const toEventId = ({ person, office }: StreamPosition): string =>
  office === null ? String(person) : `${person}.${office}`

/** Parses an event id whose format the contract has checked. Only administrators' streams use the office part. */
export function parseEventId(text: string): StreamPosition {
  const [person = '0', office] = text.split('.')
  return { person: BigInt(person), office: office === undefined ? null : BigInt(office) }
}
