/** A wallet's address as people compare it: its first six and last four characters, when it is longer than ten. */
export const shortenAddress = (address: string) =>
  address.length > 10 ? `${address.slice(0, 6)}...${address.slice(-4)}` : address
