/** Everything but the @ is percent-encoded: mail programs don't decode %40 in an address. */
export const mailtoHref = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
