/** How far a stream is: in the person's own events and, for an administrator, in the office's. */
export type Position = { person: bigint; office: bigint | null }

export const toCursor = ({ person, office }: Position): string =>
  office === null ? String(person) : `${person}.${office}`

/** What a client sends back; its text was checked by the contract. An office part means nothing without the role. */
export function readCursor(text: string): Position {
  const [person = '0', office] = text.split('.')
  return { person: BigInt(person), office: office === undefined ? null : BigInt(office) }
}
