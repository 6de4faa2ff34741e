/** Names of the files. Pages load this file, so it has no schemas. */

/** 'receipt-M7QX2-9KDTF.pdf' */
export const receiptFileName = (reference: string): string => `receipt-${reference}.pdf`
/** 'confirmation-7520013847.pdf' */
export const confirmationFileName = (accountNumber: string): string => `confirmation-${accountNumber}.pdf`
