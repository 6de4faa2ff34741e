/**
 * Divides an amount: what is fixed stays, and the rest is shared equally by the others, the first of whom get the cents that are
 * left over. The parts add up exactly. Null: they can't, or a part would be nothing.
 */
export function splitAmount(totalCents: bigint, fixedCents: readonly (bigint | null)[]): bigint[] | null {
  const sharing = BigInt(fixedCents.filter((cents) => cents === null).length)
  const restCents = fixedCents.reduce<bigint>((rest, cents) => rest - (cents ?? 0n), totalCents)
  if (fixedCents.some((cents) => cents !== null && cents <= 0n)) return null
  if (sharing === 0n) return restCents === 0n && fixedCents.length > 0 ? fixedCents.map((cents) => cents ?? 0n) : null
  if (restCents < sharing) return null
  let leftOver = restCents % sharing
  return fixedCents.map((cents) => {
    if (cents !== null) return cents
    const isFirst = leftOver > 0n
    if (isFirst) leftOver -= 1n
    return restCents / sharing + (isFirst ? 1n : 0n)
  })
}
