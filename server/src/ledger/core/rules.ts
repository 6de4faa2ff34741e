/** The configured limits and names that decisions depend on. */
export type Limits = {
  /** What one member of staff may move on a person's accounts within a day. Above it a second one must confirm. Null: no limit. */
  fourEyesAboveCents: bigint | null
  /** An amount above this is flagged as large. */
  riskLargeCents: bigint
  /** A transfer inside the bank up to this is completed at once, unless it has a risk flag. Null: staff decide about every one. */
  instantUpToCents: bigint | null
  /** What a person may send within a day of the bank, unless staff set another limit. Null: no limit. */
  dailyLimitCents: bigint | null
  /** The folded names of this bank: a payment to it must name an account that it has. */
  bankNames: readonly string[]
}

/** Configuration that decisions depend on. */
export type Rules = Limits & { zone: string }
