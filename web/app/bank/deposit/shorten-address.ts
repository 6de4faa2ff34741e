/** The first six and last four characters of a wallet address that is longer than ten. */
export const shortenAddress = (address: string) =>
  address.length > 10 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address
