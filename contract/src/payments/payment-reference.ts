/*
 * What a customer writes on a wire deposit, so that the bank knows whose it is: a creditor reference of ISO 11649, which is
 * 'RF', two check digits and the number of the person's main account. Payment forms check it, and a typo can't be the
 * reference of another customer.
 */
import { modulo97 } from '../modulo-97.ts'

export const paymentReferenceOf = (accountNumber: string): string => `RF${checkDigits(accountNumber)}${accountNumber}`

/** In groups of four, as people read and type it: 'RF18 5390 0754 70'. */
export const formatPaymentReference = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ')

/** The account number within a reference. */
export const accountNumberIn = (reference: string): string => reference.slice(4)

/**
 * All valid references in a text, also with spaces, hyphens or small letters as customers and banks write them. A
 * reference with a typo fails its check digits and is not found.
 */
export function findPaymentReferences(text: string): string[] {
  const plain = text.toUpperCase().replace(/[\s./-]/g, '')
  const found = [...plain.matchAll(/RF\d{12}/g)].map(([reference]) => reference)
  return [...new Set(found.filter(isPaymentReference))]
}

export const isPaymentReference = (text: string): boolean => /^RF\d{12}$/.test(text) && modulo97(text) === 1n

const checkDigits = (number: string): string => String(98n - modulo97(`RF00${number}`)).padStart(2, '0')
