/** `INSTANT_UP_TO` of the bank under test: up to this amount a transfer to a known payee is completed at once. */
export const INSTANT_UP_TO_CENTS = 100_00
